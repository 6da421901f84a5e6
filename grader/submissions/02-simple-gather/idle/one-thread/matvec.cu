// One thread makes all of the products.
#include "kit/error.hpp"
#include "lab.hpp"

constexpr int workers = 1, blocks_started = 1, threads_started = 1;

// y = A x + b by the first `workers` threads of the grid, whatever its size: element (i, j) of A is
// A[i * row_step + j * column_step].
__global__ void few_workers_kernel(int rows, int columns, float* y, const float* A, const float* x,
                                   const float* b, int row_step, int column_step) {
    int worker = blockIdx.x * blockDim.x + threadIdx.x;
    if (worker >= workers) return;
    for (int i = worker; i < rows; i += workers) {
        float sum = b[i];
        for (int j = 0; j < columns; j++)
            sum +=
                A[static_cast<size_t>(i) * row_step + static_cast<size_t>(j) * column_step] * x[j];
        y[i] = sum;
    }
}

void by_few_workers(int rows, int columns, float* y, const float* A, const float* x, const float* b,
                    int row_step, int column_step) {
    few_workers_kernel<<<blocks_started, threads_started>>>(rows, columns, y, A, x, b, row_step,
                                                            column_step);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 1: gather. Thread i computes y[i] alone, so no two threads write the same element.

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
    by_few_workers(n, m, d_y, d_A, d_x, d_b, m, 1);
}

// ---- Rung 2: memory. The same product for arrays in host memory.

// Device memory for `count` floats. It is freed on every way out of the block that it lives in,
// also when an error ends the function early.
struct DeviceArray {
    float* data = nullptr;

    explicit DeviceArray(size_t count) { CUDA_CHECK(cudaMalloc(&data, sizeof(float) * count)); }
    ~DeviceArray() { cudaFree(data); }
    DeviceArray(const DeviceArray&) = delete;  // two owners would free it twice
};

void matvec(int n, int m, float* y, const float* A, const float* x, const float* b) {
    size_t elements = static_cast<size_t>(n) * m;
    DeviceArray d_y(n), d_A(elements), d_x(m), d_b(n);
    CUDA_CHECK(cudaMemcpy(d_A.data, A, sizeof(float) * elements, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_x.data, x, sizeof(float) * m, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b.data, b, sizeof(float) * n, cudaMemcpyHostToDevice));
    gather(n, m, d_y.data, d_A.data, d_x.data, d_b.data);
    CUDA_CHECK(cudaMemcpy(y, d_y.data, sizeof(float) * n, cudaMemcpyDeviceToHost));
}

// ---- Rung 3: scatter. Thread j adds the share of x[j] to every y[i]: all threads write all of y.

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
    by_few_workers(n, m, d_y, d_A, d_x, d_b, m, 1);
}
