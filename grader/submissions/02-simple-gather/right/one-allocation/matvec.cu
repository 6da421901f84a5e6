#include <memory>

#include "kit/error.hpp"
#include "lab.hpp"

__global__ void gather_kernel(int n, int m, float* y, const float* A, const float* x,
                              const float* b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float yi = b[i];
        for (int j = 0; j < m; j++) yi += A[i * m + j] * x[j];
        y[i] = yi;
    }
}

void gather(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    gather_kernel<<<blocks, threads>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

void matvec(int n, int m, float* y, const float* A, const float* x, const float* b) {
    size_t elements = size_t(n) * m;
    float* d_A;
    CUDA_CHECK(cudaMalloc((void**)&d_A, sizeof(float) * (elements + m + 2 * size_t(n))));
    std::unique_ptr<float, cudaError_t (*)(void*)> owner(d_A, cudaFree);
    float* d_x = d_A + elements;
    float* d_b = d_x + m;
    float* d_y = d_b + n;
    CUDA_CHECK(cudaMemcpy(d_A, A, sizeof(float) * elements, cudaMemcpyDefault));
    CUDA_CHECK(cudaMemcpy(d_x, x, sizeof(float) * m, cudaMemcpyDefault));
    CUDA_CHECK(cudaMemcpy(d_b, b, sizeof(float) * n, cudaMemcpyDefault));
    gather(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaMemcpy(y, d_y, sizeof(float) * n, cudaMemcpyDefault));
}

__global__ void start_kernel(int n, float* y, const float* b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = b[i];
}

__global__ void scatter_kernel(int n, int m, float* y, const float* A, const float* x) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) {
        float xj = x[j];
        for (int i = 0; i < n; i++) atomicAdd(&y[i], A[i * m + j] * xj);
    }
}

void scatter(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    int threads = 256;
    start_kernel<<<n, 1>>>(n, d_y, d_b);
    CUDA_CHECK(cudaGetLastError());
    scatter_kernel<<<(m + threads - 1) / threads, threads>>>(n, m, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
}
