// One thread reads a counter plainly while the others count with atomicAdd.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void count(unsigned* total, unsigned* seen, bool fixed) {
    atomicAdd(total, 1u);  // EXPECT race
    if (fixed) __syncthreads();
    if (threadIdx.x == 40) *seen = *total;  // OTHER race
}

int main(int argc, char**) {
    unsigned* memory;
    cudaMalloc(&memory, 2 * sizeof(unsigned));
    cudaMemset(memory, 0, 2 * sizeof(unsigned));
    count<<<1, 64>>>(memory, memory + 1, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(memory);
}
