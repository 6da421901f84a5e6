// All threads of a block store parts, and the first announces them. Its fence covers what a barrier
// has told it of, and without the barrier only its own part.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__device__ unsigned tickets;

__global__ void sum(float* result, float* parts, bool fixed) {
    __shared__ bool last;
    parts[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;  // OTHER race
    if (fixed) __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&tickets, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    float total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
        total += parts[b * blockDim.x + threadIdx.x];  // EXPECT race
    result[threadIdx.x] = total;
}

int main(int argc, char**) {
    float *parts, *result;
    cudaMalloc(&parts, 8 * 64 * sizeof(float));
    cudaMalloc(&result, 64 * sizeof(float));
    sum<<<8, 64>>>(result, parts, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(parts);
    cudaFree(result);
}
