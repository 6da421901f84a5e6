// The last block is to add up what the others left, but the ticket lies in shared memory: every block
// takes one of its own. The fences and the atomic order nothing between blocks, even where all have
// their shared memory in one place, one after the other.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__device__ unsigned tickets;

__global__ void sum(float* result, float* partial, const float* x, bool fixed) {
    __shared__ unsigned own;
    if (threadIdx.x != 0) return;
    own = blockIdx.x;
    partial[blockIdx.x] = x[blockIdx.x];  // EXPECT race
    __threadfence();
    const unsigned ticket = fixed ? atomicAdd(&tickets, 1u) : atomicAdd(&own, 1u);
    __threadfence();
    if (ticket != gridDim.x - 1) return;
    float total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b];  // OTHER race
    *result = total;
    tickets = 0;
}

int main(int argc, char**) {
    const int blocks = 8;
    float* memory;
    cudaMalloc(&memory, (1 + 2 * blocks) * sizeof(float));
    cudaMemset(memory, 0, (1 + 2 * blocks) * sizeof(float));
    cudaMemset(memory + 1 + blocks, 63, blocks * sizeof(float));
    sum<<<blocks, 32>>>(memory, memory + 1, memory + 1 + blocks, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(memory);
}
