// One thread allocates a buffer for its block, and every thread frees it.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void reverse(int* out, bool fixed) {
    __shared__ int* buffer;
    if (threadIdx.x == 0) buffer = static_cast<int*>(malloc(32 * sizeof(int)));
    __syncthreads();
    if (!buffer) return;
    buffer[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = buffer[31 - threadIdx.x];
    __syncthreads();
    if (!fixed || threadIdx.x == 0) free(buffer);  // EXPECT use_after_free
}

int main(int argc, char**) {
    int* out;
    cudaMalloc(&out, 32 * sizeof(int));
    reverse<<<1, 32>>>(out, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(out);
}
