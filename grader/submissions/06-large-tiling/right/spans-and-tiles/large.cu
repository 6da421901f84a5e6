// A thread block is described by constants of a policy; sums are folded with cooperative groups'
// tiles, halves of a row's threads by a generic lambda.
#include <cooperative_groups.h>

#include <cstddef>
#include <type_traits>

#include "kit/error.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

namespace {

struct Product {
    int n, m;
    float* y;
    const float *A, *x, *b;

    __device__ const float* row(int i) const { return A + static_cast<std::ptrdiff_t>(i) * m; }
};

template <auto Rows, auto Threads>
    requires(Rows * Threads <= 1024 && Threads % 32 == 0)
struct Policy {
    static constexpr int rows = Rows, threads = Threads, block = Rows * Threads;
};
using Usual = Policy<8, 64>;

template <class P>
struct Scratch {
    float of[P::rows][P::threads];
};

template <class P>
__device__ void fold(float (&sums)[P::threads], int z, cg::thread_block block) {
#pragma unroll
    for (int half = P::threads / 2; half; half >>= 1) {
        block.sync();
        if (z < half) sums[z] += sums[z + half];
    }
}

__device__ float strided_sum(const float* row, const float* x, int begin, int end, int step) {
    float sum{};
    while (begin < end) sum = fmaf(row[begin], x[begin], sum), begin += step;
    return sum;
}

template <class P, class Next>
__device__ void segments(Product p, int first, Next next) {
    __shared__ Scratch<P> scratch;
    const auto block = cg::this_thread_block();
    const int t = block.thread_rank() / P::threads, z = block.thread_rank() % P::threads;
    for (; first < p.n; first = next(first)) {
        const int i = first + t;
        const float sum = i < p.n ? strided_sum(p.row(i), p.x, z, p.m, P::threads) : 0.0f;
        block.sync();
        scratch.of[t][z] = sum;
        fold<P>(scratch.of[t], z, block);
        if (i < p.n && z == 0) p.y[i] = scratch.of[t][0] + p.b[i];
    }
}

template <class P>
__global__ void alone(Product p) {
    segments<P>(p, 0, [](int first) { return first + P::rows; });
}

template <class P>
__global__ void beside_others(Product p) {
    const int rows_of_grid = gridDim.x * P::rows;
    segments<P>(p, blockIdx.x * P::rows, [=](int first) { return first + rows_of_grid; });
}

template <class P>
__global__ void with_shared_x(Product p) {
    constexpr int part = 2 * P::block;
    __shared__ Scratch<P> scratch;
    __shared__ float x[part];
    const auto block = cg::this_thread_block();
    const int t = block.thread_rank() / P::threads, z = block.thread_rank() % P::threads;
    const int i = blockIdx.x * P::rows + t;
    float sum = 0;
    for (int begin = 0; begin < p.m; begin += part) {
        const int here = p.m - begin < part ? p.m - begin : part;
        if (begin) block.sync();
        for (auto k = block.thread_rank(); k < here; k += P::block) x[k] = p.x[begin + k];
        block.sync();
        if (i < p.n) sum += strided_sum(p.row(i) + begin, x, z, here, P::threads);
    }
    scratch.of[t][z] = sum;
    fold<P>(scratch.of[t], z, block);
    if (i < p.n && z == 0) p.y[i] = scratch.of[t][0] + p.b[i];
}

template <class P>
unsigned blocks_for(int n) {
    return (n - 1) / P::rows + 1;
}

}  // namespace

void one_block(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    alone<Usual><<<1, Usual::block>>>({n, m, d_y, d_A, d_x, d_b});
    CUDA_CHECK(cudaPeekAtLastError());
}

void many_blocks(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    beside_others<Usual><<<blocks_for<Usual>(n), Usual::block>>>({n, m, d_y, d_A, d_x, d_b});
    CUDA_CHECK(cudaPeekAtLastError());
}

void staged_x(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    with_shared_x<Usual><<<blocks_for<Usual>(n), Usual::block>>>({n, m, d_y, d_A, d_x, d_b});
    CUDA_CHECK(cudaPeekAtLastError());
}

__global__ void textbook_kernel(int n, int m, float* y, const float* A, const float* x, const float* b) {
    constexpr int T = Usual::rows, Z = Usual::threads;
    __shared__ float Q[T * Z];
    const auto block = cg::this_thread_block();
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    for (int first = 0; first < n; first += T, block.sync()) {
        int i = first + t;
        Q[t * Z + z] = 0.0f;
        if (i < n)
            for (int j = z; j < m; j += Z) Q[t * Z + z] += A[i * m + j] * x[j];
        for (int stride = Z / 2; stride > 0; stride /= 2) {
            block.sync();
            if (z < stride) Q[t * Z + z] += Q[t * Z + z + stride];
        }
        if (z == 0 && i < n) y[i] = Q[t * Z] + b[i];
    }
}

void textbook(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    textbook_kernel<<<1, Usual::block>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaPeekAtLastError());
}

__global__ void collected_kernel(int n, int m, float* y, const float* A, const float* x, const float* b) {
    constexpr int T = Usual::rows, Z = Usual::threads;
    __shared__ float Q[T * Z];
    __shared__ float sums[4 * T];
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    int first = blockIdx.x * 4 * T;
    int rows = min(4 * T, n - first);
    for (int base = 0; base < rows; base += T) {
        const int r = base + t;
        const bool has_row = r < rows;
        float sum = 0.0f;
        if (has_row)
            for (int j = z; j < m; j += Z) sum += A[(first + r) * m + j] * x[j];
        __syncthreads();
        Q[t * Z + z] = sum;
        for (int stride = Z / 2; stride > 0; stride /= 2) {
            __syncthreads();
            if (z < stride) Q[t * Z + z] += Q[t * Z + z + stride];
        }
        if (z == 0 && has_row) sums[r] = Q[t * Z];
    }
    __syncthreads();
    for (int r = threadIdx.x; r < rows; r += blockDim.x) y[first + r] = sums[r] + b[first + r];
}

void collected(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    collected_kernel<<<(n + 31) / 32, Usual::block>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaPeekAtLastError());
}
