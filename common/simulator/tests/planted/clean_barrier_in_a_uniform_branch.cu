// A barrier in a branch that all threads of a block take together.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void every_other_block(int* data) {
    __shared__ int s[32];
    const int i = blockIdx.x * 32 + threadIdx.x;
    if (blockIdx.x % 2 == 0) {
        s[threadIdx.x] = data[i];
        __syncthreads();
        data[i] = s[31 - threadIdx.x];
    } else {
        data[i] = 0;
    }
}

int main() {
    int host[128], *data;
    for (int i = 0; i < 128; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    every_other_block<<<4, 32>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
}
