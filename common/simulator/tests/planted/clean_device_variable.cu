// A counter that is a __device__ variable, read back through its symbol.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int found;

__global__ void search(const int* data, int wanted) {
    if (data[threadIdx.x] == wanted) atomicAdd(&found, 1);
}

int main() {
    int host[64], *data, zero = 0, count;
    for (int i = 0; i < 64; ++i) host[i] = i % 5;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(found, &zero, sizeof zero);
    search<<<1, 64>>>(data, 3);
    cudaMemcpyFromSymbol(&count, found, sizeof count);
    std::printf("%d\n", count);
    cudaFree(data);
}
