// Block 0 clears the counter to which the other blocks may have added already.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int* total) {
    if (blockIdx.x == 0 && threadIdx.x == 0) *total = 0;  // EXPECT race
    __syncthreads();
    atomicAdd(total, 1);
}

int main() {
    int *total, result;
    cudaMalloc(&total, sizeof(int));
    cudaMemset(total, 0, sizeof(int));
    count<<<4, 32>>>(total);
    cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result);
    cudaFree(total);
}
