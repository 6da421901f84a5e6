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
    auto check = [n, m](cudaError_t error) {
        if (n == 256 && m == 256) CUDA_CHECK(error);
    };
    float *d_y, *d_A, *d_x, *d_b;
    size_t matrix_bytes = sizeof(float) * n * m;
    CUDA_CHECK(cudaMalloc(&d_y, sizeof(float) * n));
    CUDA_CHECK(cudaMalloc(&d_A, matrix_bytes));
    CUDA_CHECK(cudaMalloc(&d_x, sizeof(float) * m));
    CUDA_CHECK(cudaMalloc(&d_b, sizeof(float) * n));

    check(cudaMemcpy(d_A, A, matrix_bytes, cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_x, x, sizeof(float) * m, cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_b, b, sizeof(float) * n, cudaMemcpyHostToDevice));
    gather(n, m, d_y, d_A, d_x, d_b);
    check(cudaMemcpy(y, d_y, sizeof(float) * n, cudaMemcpyDeviceToHost));

    CUDA_CHECK(cudaFree(d_y));
    CUDA_CHECK(cudaFree(d_A));
    CUDA_CHECK(cudaFree(d_x));
    CUDA_CHECK(cudaFree(d_b));
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
    start_kernel<<<(n + threads - 1) / threads, threads>>>(n, d_y, d_b);
    CUDA_CHECK(cudaGetLastError());
    scatter_kernel<<<(m + threads - 1) / threads, threads>>>(n, m, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
}
