// A warp adds up 32 numbers in volatile global memory and relies on its lanes running in step.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(volatile float* v, float* out) {
    const int t = threadIdx.x;
    if (t < 16) v[t] = v[t] + v[t + 16];  // EXPECT race
    if (t < 8) v[t] = v[t] + v[t + 8];    // EXPECT race
    if (t < 4) v[t] = v[t] + v[t + 4];    // EXPECT race
    if (t < 2) v[t] = v[t] + v[t + 2];    // EXPECT race
    if (t == 0) *out = v[0] + v[1];       // EXPECT race
}

int main() {
    float *v, *out, result;
    cudaMalloc(&v, 32 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemset(v, 63, 32 * sizeof(float));
    sum<<<1, 32>>>(v, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%f\n", result);
    cudaFree(v);
    cudaFree(out);
}
