// The lock is not released on the way out of a branch.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int lock = 0;

__global__ void keep_maximum(int* maximum, const int* in) {
    while (atomicCAS(&lock, 0, 1) != 0) {  // EXPECT livelock
    }
    __threadfence();
    if (in[blockIdx.x] <= *maximum) return;
    *maximum = in[blockIdx.x];
    __threadfence();
    atomicExch(&lock, 0);
}

int main() {
    int host[4] = {3, 1, 4, 1}, *in, *maximum;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&maximum, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(maximum, 0, sizeof(int));
    keep_maximum<<<4, 1>>>(maximum, in);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in);
    cudaFree(maximum);
}
