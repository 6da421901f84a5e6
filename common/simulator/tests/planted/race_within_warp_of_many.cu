// Neighbours in a warp hand each other values, in a block of two warps.
// NEAR-MISS: argument
// SAYS: put a __syncthreads() between them
#include <cuda_runtime.h>

__global__ void swap(int* data, bool fixed) {
    __shared__ int value[64];
    const int i = threadIdx.x;
    value[i] = data[i];  // EXPECT race
    if (fixed) __syncthreads();
    data[i] = value[i ^ 1];  // OTHER race
}

int main(int argc, char**) {
    int* data;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    swap<<<1, 64>>>(data, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(data);
}
