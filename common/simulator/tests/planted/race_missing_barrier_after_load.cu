// All threads fill a tile and read it in reverse, with no barrier between.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void reverse(int* data, bool fixed) {
    __shared__ int tile[64];
    tile[threadIdx.x] = data[threadIdx.x];  // EXPECT race
    if (fixed) __syncthreads();
    data[threadIdx.x] = tile[63 - threadIdx.x];  // OTHER race
}

int main(int argc, char**) {
    int* data;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    reverse<<<1, 64>>>(data, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(data);
}
