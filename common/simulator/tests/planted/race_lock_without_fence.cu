// A spin lock with atomicCAS and atomicExch that protects nothing, because it has no fences.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void deposit(int* lock, int* balance, bool fixed) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    if (fixed) __threadfence();
    *balance += 10;  // EXPECT race // OTHER race
    if (fixed) __threadfence();
    atomicExch(lock, 0);
}

int main(int argc, char**) {
    int* memory;
    cudaMalloc(&memory, 2 * sizeof(int));
    cudaMemset(memory, 0, 2 * sizeof(int));
    deposit<<<16, 32>>>(memory, memory + 1, argc > 1);
    int balance = 0;
    cudaMemcpy(&balance, memory + 1, sizeof balance, cudaMemcpyDeviceToHost);
    cudaFree(memory);
    return balance == 160 ? 0 : 1;
}
