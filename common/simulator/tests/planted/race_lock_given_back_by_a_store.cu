// A lock is taken by atomicCAS and given back by an ordinary store, with no fence before it.
// SAYS: gives back by an ordinary store what atomicCAS() takes
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void count(int* lock, int* counter, bool atomically) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {  // EXPECT race
    }
    __threadfence();
    *counter += 1;  // MAY race
    if (atomically) {
        __threadfence();
        atomicExch(lock, 0);
    } else {
        *lock = 0;  // EXPECT race
    }
}

int main(int argc, char**) {
    int *lock, *counter, result;
    cudaMalloc(&lock, sizeof(int));
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(lock, 0, sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    count<<<8, 32>>>(lock, counter, argc > 1);
    cudaMemcpy(&result, counter, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(lock);
    cudaFree(counter);
    return result != 8;
}
