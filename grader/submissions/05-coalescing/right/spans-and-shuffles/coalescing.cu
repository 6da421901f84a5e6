// x by shuffles in place of shared memory: a lane loads an element, and hands it to the others. The
// transpose moves two elements at a time through shared memory whose rows are exclusive-ored.
#include <cuda/std/cstdint>
#include <cuda/std/span>

#include "kit/error.hpp"
#include "lab.hpp"

using Index = cuda::std::int64_t;
constexpr unsigned full = 0xffffffff;

constexpr int over(int count, int size) {
    return (count - 1) / size + 1;
}

void y_from_b(int count, float* d_y, const float* d_b) {
    CUDA_CHECK(cudaMemcpyAsync(d_y, d_b, count * sizeof(float), cudaMemcpyDeviceToDevice, cudaStreamLegacy));
}

// Calls f(k, x[k]) for each k below count, for all lanes of the warp alike.
template <class F>
__device__ void for_each_of_x(cuda::std::span<const float> x, F f) {
    const int lane = threadIdx.x % warpSize;
    for (int first = 0; first < x.size(); first += warpSize) {
        const int here = min(static_cast<int>(x.size()) - first, warpSize);
        const float mine = lane < here ? x[first + lane] : 0.0f;
#pragma unroll 8
        for (int k = 0; k < here; ++k) f(first + k, __shfl_sync(full, mine, k));
    }
}

struct Layout {
    Index of_output, of_sum;  // from one output, or term of the sum, to the next
};

__device__ void add_products(int outputs, int terms, float* y, const float* A, const float* x, int width, Layout by) {
    const Index first = Index{blockIdx.x} * width;
    const Index o = Index{blockIdx.y} * blockDim.x + threadIdx.x;
    const Index at = min(o, Index{outputs} - 1);  // those beyond the edge go along, and add nothing
    const float* a = A + at * by.of_output + first * by.of_sum;
    const auto count = static_cast<size_t>(min(Index{width}, terms - first));
    float sum = 0.0f;
    for_each_of_x({x + first, count}, [&](int k, float xk) {
        if (o < outputs) sum += a[k * by.of_sum] * xk;
    });
    if (o < outputs) atomicAdd(y + o, sum);
}

using Kernel = void(int, int, float*, const float*, const float*, int, Layout);

__global__ void block_multiply_kernel(int n, int m, float* y, const float* A, const float* x, int width, Layout by) {
    add_products(n, m, y, A, x, width, by);
}

__global__ void block_multiply_transposed_kernel(int m, int n, float* y, const float* A, const float* x, int width,
                                                 Layout by) {
    add_products(m, n, y, A, x, width, by);
}

void multiply(Kernel* kernel, int outputs, int terms, float* y, const float* A, const float* x, const float* b,
              int width, Layout by) {
    constexpr int threads = 256;
    y_from_b(outputs, y, b);
    kernel<<<dim3(over(terms, width), over(outputs, threads)), threads>>>(outputs, terms, y, A, x, width, by);
    CUDA_CHECK(cudaGetLastError());
}

void block_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b, int width) {
    multiply(block_multiply_kernel, n, m, d_y, d_A, d_x, d_b, width, {.of_output = 1, .of_sum = n});
}

void block_multiply_transposed(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b,
                               int width) {
    multiply(block_multiply_transposed_kernel, m, n, d_y, d_A, d_x, d_b, width, {.of_output = n, .of_sum = 1});
}

// As printed, to look at; it is not graded.
void printed(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b, int width) {
    block_multiply_transposed(n, m, d_y, d_A, d_x, d_b, width);
}

__global__ void transpose_kernel(int n, int m, float* At, const float* A) {
    constexpr int side = 32;
    __shared__ float tile[side * side];
    const auto cell = [](int column, int row) { return column * side + (row ^ column); };
    const int i0 = blockIdx.x * side, j0 = blockIdx.y * side, lane = threadIdx.x;
#pragma unroll
    for (int c = threadIdx.y; c < side; c += 8)
        if (i0 + lane < n && j0 + c < m) tile[cell(c, lane)] = A[Index{j0 + c} * n + i0 + lane];
    __syncthreads();
#pragma unroll
    for (int r = threadIdx.y; r < side; r += 8)
        if (i0 + r < n && j0 + lane < m) At[Index{i0 + r} * m + j0 + lane] = tile[cell(lane, r)];
}

void transpose(int n, int m, float* d_At, const float* d_A) {
    transpose_kernel<<<dim3(over(n, 32), over(m, 32)), dim3(32, 8)>>>(n, m, d_At, d_A);
    CUDA_CHECK(cudaGetLastError());
}

void transpose_then_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b, int width,
                             float* d_At) {
    transpose(n, m, d_At, d_A);
    multiply(block_multiply_kernel, m, n, d_y, d_At, d_x, d_b, width, {.of_output = 1, .of_sum = m});
}
