// A block of 2048 threads, and nobody asks whether it was launched.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* out) {
    out[threadIdx.x] = threadIdx.x;
}

int main() {
    int* out;
    cudaMalloc(&out, 2048 * sizeof(int));
    fill<<<1, 2048>>>(out);  // EXPECT launch_error
    cudaFree(out);
}
