// The last block adds up what all blocks stored. The parts are volatile, but the fence is before
// their stores, where it does not help: the ticket may be seen before the part.
#include <cuda_runtime.h>

#include <cstdio>

__device__ unsigned tickets = 0;

__global__ void largest(volatile int* parts, int* result) {
    if (threadIdx.x != 0) return;
    __threadfence();
    parts[blockIdx.x] = 3 * (gridDim.x - blockIdx.x);
    if (atomicAdd(&tickets, 1) != gridDim.x - 1) return;
    int best = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) {
        const int part = parts[b];  // EXPECT race
        if (part > best) best = part;
    }
    *result = best;
}

int main() {
    int *parts, *result, best;
    cudaMalloc(&parts, 8 * sizeof(int));
    cudaMalloc(&result, sizeof(int));
    cudaMemset(parts, 0, 8 * sizeof(int));
    cudaMemset(result, 0, sizeof(int));
    largest<<<8, 32>>>(parts, result);
    cudaMemcpy(&best, result, sizeof best, cudaMemcpyDeviceToHost);
    std::printf("%d\n", best);
    cudaFree(parts);
    cudaFree(result);
}
