// A lock taken without a fence: the previous owner's stores may not be visible yet.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int lock = 0;

__global__ void deposit(int* balance) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    balance[0] += 10;  // EXPECT race warning
    __threadfence();
    atomicExch(&lock, 0);
}

int main() {
    int *balance, result;
    cudaMalloc(&balance, sizeof(int));
    cudaMemset(balance, 0, sizeof(int));
    deposit<<<6, 32>>>(balance);
    cudaMemcpy(&result, balance, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result);
    cudaFree(balance);
}
