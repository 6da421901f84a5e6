// Half of the warp waits at the barrier in the branch, the other half at the one after it.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void halves(int* data, bool fixed) {
    __shared__ int value;
    if (fixed) {
        if (threadIdx.x == 0) value = 1;
        __syncthreads();
    } else if (threadIdx.x < 16) {
        if (threadIdx.x == 0) value = 1;
        __syncthreads();  // EXPECT barrier_divergence
    }
    __syncthreads();  // OTHER barrier_divergence
    data[threadIdx.x] = value;
}

int main(int argc, char**) {
    int* data;
    cudaMalloc(&data, 32 * sizeof(int));
    halves<<<1, 32>>>(data, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
