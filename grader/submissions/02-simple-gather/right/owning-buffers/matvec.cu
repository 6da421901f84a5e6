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

struct DeviceArray {
    explicit DeviceArray(size_t count) : bytes(count * sizeof(float)) {
        CUDA_CHECK(cudaMalloc(&data, bytes));
    }
    ~DeviceArray() { cudaFree(data); }
    DeviceArray(const DeviceArray&) = delete;
    void copy_from(const float* source) {
        CUDA_CHECK(cudaMemcpy(data, source, bytes, cudaMemcpyHostToDevice));
    }

    size_t bytes;
    float* data = nullptr;
};

void matvec(int n, int m, float* y, const float* A, const float* x, const float* b) {
    DeviceArray d_A(size_t(n) * m), d_x(m), d_b(n), d_y(n);
    d_A.copy_from(A);
    d_x.copy_from(x);
    d_b.copy_from(b);
    gather(n, m, d_y.data, d_A.data, d_x.data, d_b.data);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(y, d_y.data, d_y.bytes, cudaMemcpyDeviceToHost));
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
