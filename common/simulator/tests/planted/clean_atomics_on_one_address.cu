// Every thread adds to the same counter.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int* total) {
    atomicAdd(total, 1);
}

int main() {
    int *total, result;
    cudaMalloc(&total, sizeof(int));
    cudaMemset(total, 0, sizeof(int));
    count<<<4, 64>>>(total);
    cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result);
    cudaFree(total);
}
