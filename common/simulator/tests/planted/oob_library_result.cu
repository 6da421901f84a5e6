// modf stores the integer part through a pointer, one element beyond the array.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cmath>

__global__ void parts(float* whole, float* rest, int shift) {
    const int i = threadIdx.x;
    rest[i] = modff(1.5f * i, &whole[i + shift]);  // EXPECT out_of_bounds
}

int main(int argc, char**) {
    float *whole, *rest;
    cudaMalloc(&whole, 32 * sizeof(float));
    cudaMalloc(&rest, 32 * sizeof(float));
    parts<<<1, 32>>>(whole, rest, argc > 1 ? 0 : 1);
    cudaDeviceSynchronize();
    cudaFree(whole);
    cudaFree(rest);
}
