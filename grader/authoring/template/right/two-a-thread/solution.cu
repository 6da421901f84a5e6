#include "kit/error.hpp"
#include "lab.hpp"

__global__ void @NAME@_kernel(int n, float a, float* y, const float* x) {
    int first = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    if (first < n) y[first] += a * x[first];
    int second = first + blockDim.x;
    if (second < n) y[second] += a * x[second];
}

void @NAME@(int n, float a, float* d_y, const float* d_x) {
    @NAME@_kernel<<<(n + 255) / 256, 128>>>(n, a, d_y, d_x);
    CUDA_CHECK(cudaGetLastError());
}
