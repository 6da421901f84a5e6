// Lab 02: y = A x + b on the GPU, one thread a row, and the scatter that it is better than.
// The interface is in lab.hpp, the task in README.md. A is row-major: A[i * m + j].
#define BLOCKS(count) (((count) + 255) / 256)
#include <cooperative_groups.h>

#include <memory>

#include "kit/error.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

// ---- Rung 1: gather. Thread i computes y[i] alone, so no two threads write the same element.

__global__ void gather_kernel(int n, int m, float* y, const float* A, const float* x,
                              const float* b) {
    const int i = cg::this_grid().thread_rank();
    if (i < n) {
        float yi = b[i];
        for (int j = 0; j < m; j++) yi += A[i * m + j] * x[j];
        y[i] = yi;
    }
}

void gather(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    gather_kernel<<<BLOCKS(n), 256>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 2: memory. The same product for arrays in host memory.

std::shared_ptr<float> device_array(size_t count) {
    float* data = nullptr;
    CUDA_CHECK(cudaMalloc(&data, sizeof(float) * count));
    return {data, [](float* p) { cudaFree(p); }};
}

void matvec(int n, int m, float* y, const float* A, const float* x, const float* b) {
    size_t elements = static_cast<size_t>(n) * m;
    const auto d_y = device_array(n), d_A = device_array(elements), d_x = device_array(m),
               d_b = device_array(n);
    CUDA_CHECK(cudaMemcpy(d_A.get(), A, sizeof(float) * elements, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_x.get(), x, sizeof(float) * m, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b.get(), b, sizeof(float) * n, cudaMemcpyHostToDevice));
    gather(n, m, d_y.get(), d_A.get(), d_x.get(), d_b.get());
    CUDA_CHECK(cudaMemcpy(y, d_y.get(), sizeof(float) * n, cudaMemcpyDeviceToHost));
}

// ---- Rung 3: scatter. Thread j adds the share of x[j] to every y[i]: all threads write all of y.

__global__ void start_kernel(int n, float* y, const float* b) {
    const int i = cg::this_grid().thread_rank();
    if (i < n) y[i] = b[i];
}

__global__ void scatter_kernel(int n, int m, float* y, const float* A, const float* x) {
    const int j = cg::this_grid().thread_rank();
    if (j < m) {
        float xj = x[j];
        for (int i = 0; i < n; i++) atomicAdd(&y[i], A[i * m + j] * xj);
    }
}

void scatter(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    start_kernel<<<BLOCKS(n), 256>>>(n, d_y, d_b);
    CUDA_CHECK(cudaGetLastError());
    scatter_kernel<<<BLOCKS(m), 256>>>(n, m, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
}
