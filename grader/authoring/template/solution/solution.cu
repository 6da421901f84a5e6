#include "kit/error.hpp"
#include "lab.hpp"

__global__ void @NAME@_kernel(int n, float a, float* y, const float* x) {
    // BEGIN SOLUTION: add a x to y, one thread an element
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
    // END SOLUTION
}

void @NAME@(int n, float a, float* d_y, const float* d_x) {
    // BEGIN SOLUTION: launch enough blocks of 256 threads; report a launch that fails
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    @NAME@_kernel<<<blocks, threads>>>(n, a, d_y, d_x);
    CUDA_CHECK(cudaGetLastError());
    // END SOLUTION
}
