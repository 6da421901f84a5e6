// The mask of the shuffle names lanes that wait at the barrier behind the branch.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void exchange(int* data, bool fixed) {
    int value = threadIdx.x;
    if (fixed || threadIdx.x < 16) value = __shfl_xor_sync(~0u, value, 1);  // EXPECT deadlock
    __syncthreads();                                                        // OTHER deadlock
    data[threadIdx.x] = value;
}

int main(int argc, char**) {
    int* data;
    cudaMalloc(&data, 32 * sizeof(int));
    exchange<<<1, 32>>>(data, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(data);
}
