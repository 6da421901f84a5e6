// A kernel gives a launch of its own the address of a local array, which only its thread may use.
// NEAR-MISS: argument
// NVCC: -rdc=true
#include <cuda_runtime.h>

__global__ void fill(int* x) {
    x[threadIdx.x] = 7;  // EXPECT out_of_bounds
}

__global__ void parent(int* room, bool fixed) {
    int local[4] = {0, 0, 0, 0};
    fill<<<1, 4>>>(fixed ? room : local);
}

int main(int argc, char**) {
    int* room;
    cudaMalloc(&room, 4 * sizeof(int));
    parent<<<1, 1>>>(room, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(room);
}
