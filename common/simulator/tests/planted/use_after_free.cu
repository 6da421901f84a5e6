// The kernel gets a pointer to freed memory.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void fill(int* data) {
    data[threadIdx.x] = 1;  // EXPECT use_after_free
}

int main(int argc, char**) {
    const bool fixed = argc > 1;
    int* data;
    cudaMalloc(&data, 64 * sizeof(int));
    if (!fixed) cudaFree(data);
    fill<<<1, 64>>>(data);
    cudaDeviceSynchronize();
    if (fixed) cudaFree(data);
}
