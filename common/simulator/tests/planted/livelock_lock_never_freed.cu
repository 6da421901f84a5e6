// A thread returns between taking the lock and releasing it.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__device__ int lock = 0;
__device__ int highest = 0;

__global__ void raise_to(int candidate, bool fixed) {
    while (atomicCAS(&lock, 0, 1) != 0) {  // EXPECT livelock
    }
    __threadfence();
    if (!fixed && highest >= candidate) return;
    if (highest < candidate) highest = candidate;
    __threadfence();
    atomicExch(&lock, 0);
}

int main(int argc, char**) {
    raise_to<<<4, 1>>>(7, argc > 1);
    cudaDeviceSynchronize();
    return 0;
}
