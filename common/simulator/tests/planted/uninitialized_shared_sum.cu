// The last thread's element of the shared array is never stored: the guard leaves it out.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(float* out, const float* in, int n) {
    __shared__ float s[128];
    const int t = threadIdx.x;
    if (t < n) s[t] = in[t];
    __syncthreads();
    for (int stride = 64; stride > 0; stride /= 2) {
        if (t < stride) s[t] += s[t + stride];  // EXPECT uninitialized_read
        __syncthreads();
    }
    if (t == 0) *out = s[0];
}

int main() {
    float *in, *out, result;
    cudaMalloc(&in, 100 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemset(in, 0, 100 * sizeof(float));
    sum<<<1, 128>>>(out, in, 100);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%f\n", result);
    cudaFree(in);
    cudaFree(out);
}
