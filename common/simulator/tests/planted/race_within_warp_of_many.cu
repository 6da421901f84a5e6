// Neighbours in a warp hand each other values, in a block of two warps.
// NEAR-MISS: argument
// SAYS: There is no __syncthreads() between
#include <cuda_runtime.h>

__global__ void swap(int* data) {
    __shared__ int value[64];
    const int i = threadIdx.x;
    value[i] = data[i];      // EXPECT race
    data[i] = value[i ^ 1];  // OTHER race
}

__global__ void swap_in_step(int* data) {
    __shared__ int value[64];
    const int i = threadIdx.x;
    value[i] = data[i];
    __syncthreads();
    data[i] = value[i ^ 1];
}

int main(int argc, char**) {
    int* data;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    if (argc > 1)
        swap_in_step<<<1, 64>>>(data);
    else
        swap<<<1, 64>>>(data);
    cudaDeviceSynchronize();
    cudaFree(data);
}
