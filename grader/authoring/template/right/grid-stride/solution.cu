#include "kit/error.hpp"
#include "lab.hpp"

__global__ void @NAME@_kernel(int n, float a, float* y, const float* x) {
    int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) y[i] += a * x[i];
}

void @NAME@(int n, float a, float* d_y, const float* d_x) {
    @NAME@_kernel<<<(n + 511) / 512, 256>>>(n, a, d_y, d_x);
    CUDA_CHECK(cudaGetLastError());
}
