#include <cuda_runtime.h>

#include "baselines.hpp"

namespace runner {

namespace {

constexpr int threads = 256;
constexpr int most_width = 256;

int blocks_for(int n) {
    return (n + threads - 1) / threads;
}

__global__ void naive_kernel(int n, int m, float* y, const float* A, const float* x,
                             const float* b) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = b[i];
    for (int j = 0; j < m; ++j) sum += A[static_cast<size_t>(j) * n + i] * x[j];
    y[i] = sum;
}

__global__ void naive_transposed_kernel(int n, int m, float* y, const float* A, const float* x,
                                        const float* b) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= m) return;
    float sum = b[j];
    for (int i = 0; i < n; ++i) sum += A[static_cast<size_t>(j) * n + i] * x[i];
    y[j] = sum;
}

__global__ void shared_only_kernel(int n, int m, float* y, const float* A, const float* x,
                                   const float* b, int width) {
    // BEGIN SOLUTION: stage x as in block_multiply; a thread sums its whole row
    __shared__ float part[most_width];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = i < n ? b[i] : 0.0f;
    for (int first = 0; first < m; first += width) {
        const int count = min(width, m - first);
        __syncthreads();  // the part before has been used by all
        if (threadIdx.x < count) part[threadIdx.x] = x[first + threadIdx.x];
        __syncthreads();
        if (i < n)
            for (int k = 0; k < count; ++k)
                sum += A[static_cast<size_t>(first + k) * n + i] * part[k];
    }
    if (i < n) y[i] = sum;
    // END SOLUTION
}

__global__ void start_kernel(int n, float* y, const float* b) {
    // BEGIN SOLUTION: set y[i] to b[i], one thread an element
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = b[i];
    // END SOLUTION
}

__global__ void split_only_kernel(int n, int m, float* y, const float* A, const float* x,
                                  int width) {
    // BEGIN SOLUTION: as block_multiply, but with x read from global memory
    const int first = blockIdx.x * width;
    const int i = blockIdx.y * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int end = min(first + width, m);
    float sum = 0;
#pragma unroll 8
    for (int j = first; j < end; ++j) sum += A[static_cast<size_t>(j) * n + i] * x[j];
    atomicAdd(&y[i], sum);
    // END SOLUTION
}

}  // namespace

void naive(int n, int m, float* y, const float* A, const float* x, const float* b) {
    naive_kernel<<<blocks_for(n), threads>>>(n, m, y, A, x, b);
}

void naive_transposed(int n, int m, float* y, const float* A, const float* x, const float* b) {
    naive_transposed_kernel<<<blocks_for(m), threads>>>(n, m, y, A, x, b);
}

void shared_only(int n, int m, float* y, const float* A, const float* x, const float* b,
                 int width) {
    shared_only_kernel<<<blocks_for(n), threads>>>(n, m, y, A, x, b, width);
}

void split_only(int n, int m, float* y, const float* A, const float* x, const float* b, int width) {
    start_kernel<<<blocks_for(n), threads>>>(n, y, b);
    const dim3 blocks((m + width - 1) / width, blocks_for(n));
    split_only_kernel<<<blocks, threads>>>(n, m, y, A, x, width);
}

bool has_halves() {
    bool written = false;
    // BEGIN SOLUTION: set it once the three kernels above are written
    written = true;
    // END SOLUTION
    return written;
}

}  // namespace runner
