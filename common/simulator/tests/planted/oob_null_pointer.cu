// The allocation failed and the program did not check.
// NEAR-MISS: argument
// SAYS: null
#include <cuda_runtime.h>

__global__ void fill(int* data) {
    data[threadIdx.x] = 1;  // EXPECT out_of_bounds
}

int main(int argc, char**) {
    int* data = nullptr;
    if (argc > 1 && cudaMalloc(&data, 32 * sizeof(int)) != cudaSuccess) return 1;
    fill<<<1, 32>>>(data);
    cudaDeviceSynchronize();
    cudaFree(data);
}
