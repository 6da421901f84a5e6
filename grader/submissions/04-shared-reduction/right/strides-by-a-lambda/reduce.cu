// C++20: concepts and generic lambdas. A tree is a fold over strides, whatever a step is made of.
#include <bit>
#include <concepts>
#include <cstddef>

#include "kit/error.hpp"
#include "lab.hpp"

template <class F>
concept Step = std::invocable<F, int>;

__device__ constexpr void for_each_stride(int from, Step auto&& step) {
    for (int stride = from; stride >= 1; stride /= 2) step(stride);
}

template <std::floating_point Real>
struct Row {
    const Real* values;
    const Real* x;
    int length;

    [[nodiscard]] __device__ Real product(int j) const {
        if (j >= length) [[unlikely]]
            return Real{};
        return values[j] * x[j];
    }
};

template <class Real>
Row(const Real*, const Real*, int) -> Row<Real>;

__device__ auto row_of_block(int m, const float* A, const float* x) {
    return Row{A + static_cast<std::ptrdiff_t>(blockIdx.x) * m, x, m};
}

// The upper half's threads have read what they need into a register before anybody writes: two
// arrays in turn.
__global__ void tree_in_two_arrays(int m, float* y, const float* A, const float* x, const float* b) {
    __shared__ float arrays[2][1024];
    const int j = threadIdx.x;
    int from = 0;
    arrays[from][j] = row_of_block(m, A, x).product(j);
    for_each_stride(static_cast<int>(blockDim.x) / 2, [&](int stride) {
        __syncthreads();
        if (j < stride) arrays[1 - from][j] = arrays[from][j] + arrays[from][j + stride];
        from = 1 - from;
    });
    if (j == 0) y[blockIdx.x] = arrays[from][0] + b[blockIdx.x];
}

void reduce_shared(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    const unsigned threads = std::bit_ceil(static_cast<unsigned>(m));
    tree_in_two_arrays<<<n, threads>>>(m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

template <unsigned mask = 0xffff'ffffu>
__device__ float sum_by_shuffles(float value) {
    for_each_stride(16, [&value](int distance) { value += __shfl_down_sync(mask, value, distance); });
    return value;
}

__global__ void tree_in_registers(int m, float* y, const float* A, const float* x, const float* b) {
    struct Position {
        unsigned warp, lane;
    };
    const auto [warp, lane] = Position{threadIdx.x / 32, threadIdx.x % 32};
    __shared__ float sums[32];

    const float sum = sum_by_shuffles(row_of_block(m, A, x).product(threadIdx.x));
    if (lane == 0) sums[warp] = sum;
    __syncthreads();
    if (warp == 0)
        if (const float all = sum_by_shuffles(lane < blockDim.x / 32 ? sums[lane] : 0.0f); lane == 0)
            y[blockIdx.x] = all + b[blockIdx.x];
}

void reduce_shuffle(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    tree_in_registers<<<n, (m + 31) & ~31>>>(m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void textbook_kernel(int m, float* y, const float* A, const float* x, const float* b) {
    __shared__ float Q[1024];
    int i = blockIdx.x;
    int j = threadIdx.x;
    Q[j] = A[i * m + j] * x[j];
    for_each_stride(m / 2, [j](int stride) {
        __syncthreads();
        const int first = 0, last = stride;  // of the sums of this step
        if (first <= j && j < last) Q[j] = Q[j] + Q[j + stride];
    });
    if (j == 0) y[i] = Q[0] + b[i];
}

void textbook(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    textbook_kernel<<<n, m>>>(m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}
