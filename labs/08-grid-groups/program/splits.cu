// Lab 07's ways once more, for lab 08. Compiled for either backend with the kit, not with a
// submission.
#include <cuda_runtime.h>

#include <utility>

#include "kit/error.hpp"
#include "splits.hpp"

namespace runner {

namespace {

int divide_up(int a, int b) {
    return (a + b - 1) / b;
}

__device__ float sum_over_x(float value) {
    extern __shared__ float Q[];
    float* const row = &Q[threadIdx.y * blockDim.x];
    const unsigned int tx = threadIdx.x;
    row[tx] = value;
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (tx < stride) row[tx] += row[tx + stride];
    }
    return row[tx];
}

__global__ void reduce_kernel(int n, bool multiplies, int columns, float* to, const float* from,
                              const float* x, const float* b) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    float value = 0;
    if (i < n && j < columns) {
        value = from[static_cast<size_t>(i) * columns + j];
        if (multiplies) value *= x[j];
    }
    float sum = sum_over_x(value);
    if (threadIdx.x != 0 || i >= n) return;
    if (gridDim.x == 1) sum += b[i];
    to[static_cast<size_t>(i) * gridDim.x + blockIdx.x] = sum;
}

__global__ void shared_atomics_kernel(int n, float* y, const float* A, const float* x) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const float sum = sum_over_x(i < n && j < n ? A[static_cast<size_t>(i) * n + j] * x[j] : 0);
    if (threadIdx.x == 0 && i < n) atomicAdd(&y[i], sum);
}

__global__ void atomics_only_kernel(int n, float* y, const float* A, const float* x) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) atomicAdd(&y[i], A[static_cast<size_t>(i) * n + j] * x[j]);
}

void start(int n, float* y, const float* b) {
    CUDA_CHECK(cudaMemcpyAsync(y, b, sizeof(float) * n, cudaMemcpyDeviceToDevice));
}

}  // namespace

void split_repeated_launches(int n, int sx, int sy, float* y, const float* A, const float* x,
                             const float* b, float* buff1, float* buff2) {
    const dim3 block(sx, sy);
    const float* from = A;
    int columns = n;
    do {
        const dim3 grid(divide_up(columns, sx), divide_up(n, sy));
        float* const to = grid.x == 1 ? y : buff1;
        reduce_kernel<<<grid, block, sizeof(float) * sx * sy>>>(n, from == A, columns, to, from, x,
                                                                b);
        CUDA_CHECK(cudaGetLastError());
        from = to;
        columns = static_cast<int>(grid.x);
        std::swap(buff1, buff2);
    } while (columns > 1);
}

void split_shared_atomics(int n, int sx, int sy, float* y, const float* A, const float* x,
                          const float* b) {
    start(n, y, b);
    const dim3 block(sx, sy), grid(divide_up(n, sx), divide_up(n, sy));
    shared_atomics_kernel<<<grid, block, sizeof(float) * sx * sy>>>(n, y, A, x);
    CUDA_CHECK(cudaGetLastError());
}

void split_atomics_only(int n, int sx, int sy, float* y, const float* A, const float* x,
                        const float* b) {
    start(n, y, b);
    const dim3 block(sx, sy), grid(divide_up(n, sx), divide_up(n, sy));
    atomics_only_kernel<<<grid, block>>>(n, y, A, x);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace runner
