// A histogram of the block in shared memory, added to the global one: atomics in both.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void histogram(int* bins, const unsigned char* data, int n) {
    __shared__ int local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&local[data[i] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
    unsigned char host[500], *data;
    for (int i = 0; i < 500; ++i) host[i] = i * i;
    int result[16], *bins;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&bins, sizeof result);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, sizeof result);
    histogram<<<4, 128>>>(bins, data, 500);
    cudaMemcpy(result, bins, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result[0]);
    cudaFree(data);
    cudaFree(bins);
}
