#include "kit/error.hpp"
#include "lab.hpp"

__global__ void @NAME@_kernel(int n, float a, float* y, const float* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    y[i] = fmaf(a, x[i], y[i]);
}

void @NAME@(int n, float a, float* d_y, const float* d_x) {
    @NAME@_kernel<<<(n + 31) / 32, 32>>>(n, a, d_y, d_x);
    CUDA_CHECK(cudaGetLastError());
}
