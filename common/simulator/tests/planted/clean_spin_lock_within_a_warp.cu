// All lanes of a warp want the lock; the owner works and releases it inside the branch.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int lock = 0;

__global__ void add(int* sum) {
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            *sum = *sum + 1;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    }
}

int main() {
    int *sum, result;
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    add<<<2, 32>>>(sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result);
    cudaFree(sum);
}
