// The last block to take a ticket adds up what the others left. Without the fence, the ticket may
// be seen before the partial sum.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__device__ unsigned tickets;

__global__ void sum(float* result, float* partial, const float* x, bool fixed) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = x[blockIdx.x];  // EXPECT race
        if (fixed) __threadfence();
        last = atomicAdd(&tickets, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float total = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b];  // OTHER race
        *result = total;
        tickets = 0;
    }
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
