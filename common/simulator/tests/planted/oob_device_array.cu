// A device variable with fewer elements than the launch has threads.
// NEAR-MISS: argument
// SAYS: of table, which has 300 elements
// SAYS: `i < n` on line 11, where n is 384
#include <cuda_runtime.h>

__device__ float table[300];

__global__ void fill(int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) table[i] = i;  // EXPECT out_of_bounds
}

int main(int argc, char**) {
    fill<<<3, 128>>>(argc > 1 ? 300 : 384);
    cudaDeviceSynchronize();
}
