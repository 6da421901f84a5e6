// The last warp of a reduction as it was written for devices whose lanes ran in step.
#include <cuda_runtime.h>

#include <cstdio>

__device__ void last_warp(volatile float* s, int t) {
    if (t < 16) s[t] += s[t + 16];  // EXPECT race
    if (t < 8) s[t] += s[t + 8];    // EXPECT race
    if (t < 4) s[t] += s[t + 4];    // EXPECT race
    if (t < 2) s[t] += s[t + 2];    // EXPECT race
    if (t < 1) s[t] += s[t + 1];    // EXPECT race
}

__global__ void sum(float* out, const float* in) {
    __shared__ float s[64];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) s[t] += s[t + 32];
    __syncthreads();
    if (t < 32) last_warp(s, t);
    if (t == 0) *out = s[0];
}

int main() {
    float *in, *out, result;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemset(in, 63, 64 * sizeof(float));
    sum<<<1, 64>>>(out, in);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%f\n", result);
    cudaFree(in);
    cudaFree(out);
}
