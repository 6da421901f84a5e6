// A barrier in a loop with different numbers of iterations per thread, and one after it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(int* out, const int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = 0;
    for (int i = threadIdx.x; i < n; i += 64) {
        s[threadIdx.x] += in[i];
        __syncthreads();  // EXPECT barrier_divergence
    }
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

int main() {
    int host[64], *in, *out;
    cudaMalloc(&in, 100 * sizeof(int));
    cudaMalloc(&out, sizeof host);
    cudaMemset(in, 0, 100 * sizeof(int));
    sum<<<1, 64>>>(out, in, 100);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in);
    cudaFree(out);
}
