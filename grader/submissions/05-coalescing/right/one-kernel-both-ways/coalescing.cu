#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cstdint>
#include <cuda/atomic>
#include <vector>

#include "kit/error.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

template <bool transposed>
struct View {
    const float* data;
    int n;
    __device__ float operator()(int outer, int inner) const {
        if constexpr (transposed)
            return data[static_cast<size_t>(outer) * n + inner];
        else
            return data[static_cast<size_t>(inner) * n + outer];
    }
};

__global__ void start_kernel(int n, float* y, const float* b) {
    auto i = cg::this_grid().thread_rank();
    if (i < n) y[i] = b[i];
}

// One kernel for A and for its transpose: `outputs` sums of `terms` products.
template <bool transposed>
__global__ void multiply_kernel(int outputs, int terms, float* y, View<transposed> A,
                                const float* x, int width) {
    __shared__ alignas(16) float part[256];
    cg::thread_block block = cg::this_thread_block();
    int first = blockIdx.x * width;
    int count = ::min(width, terms - first);
    cg::memcpy_async(block, part, x + first, sizeof(float) * count);
    cg::wait(block);
    int output = blockIdx.y * blockDim.x + threadIdx.x;
    if (output < outputs) {
        float sum = 0;
        for (int k = 0; k < count; k++) sum += A(output, first + k) * part[k];
        cuda::atomic_ref<float, cuda::thread_scope_device>(y[output]).fetch_add(
            sum, cuda::std::memory_order_relaxed);
    }
}

template <bool transposed>
static void multiply(int n, int m, float* y, const float* A, const float* x, const float* b,
                     int width) {
    const int outputs = transposed ? m : n, terms = transposed ? n : m;
    start_kernel<<<(outputs + 127) / 128, 128>>>(outputs, y, b);
    CUDA_CHECK(cudaGetLastError());
    multiply_kernel<transposed><<<dim3((terms + width - 1) / width, (outputs + 127) / 128), 128>>>(
        outputs, terms, y, View<transposed>{A, n}, x, width);
    CUDA_CHECK(cudaGetLastError());
}

void block_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b,
                    int width) {
    multiply<false>(n, m, d_y, d_A, d_x, d_b, width);
}
void block_multiply_transposed(int n, int m, float* d_y, const float* d_A, const float* d_x,
                               const float* d_b, int width) {
    multiply<true>(n, m, d_y, d_A, d_x, d_b, width);
}
void printed(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b,
             int width) {
    multiply<true>(n, m, d_y, d_A, d_x, d_b, width);
}

// A tile by one warp-wide pass per row: blocks of 32 x 32 threads, one element each.
__global__ void transpose_kernel(int n, int m, float* At, const float* A) {
    __shared__ float tile[32][32 + 1];
    int i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 32 + threadIdx.y;
    if (i < n && j < m) tile[threadIdx.y][threadIdx.x] = A[size_t(j) * n + i];
    cg::this_thread_block().sync();
    i = blockIdx.x * 32 + threadIdx.y, j = blockIdx.y * 32 + threadIdx.x;
    if (i < n && j < m) At[size_t(i) * m + j] = tile[threadIdx.x][threadIdx.y];
}
void transpose(int n, int m, float* d_At, const float* d_A) {
    dim3 grid((n + 31) / 32, (m + 31) / 32);
    transpose_kernel<<<grid, {32, 32}>>>(n, m, d_At, d_A);
    CUDA_CHECK(cudaGetLastError());
}
void transpose_then_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x,
                             const float* d_b, int width, float* d_At) {
    transpose(n, m, d_At, d_A);
    block_multiply(m, n, d_y, d_At, d_x, d_b, width);
}
