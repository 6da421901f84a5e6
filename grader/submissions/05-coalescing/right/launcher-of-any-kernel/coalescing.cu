// Übung 05 – Blöcke von Spalten, und eine Transponierte. „A“ liegt spaltenweise: A[j·n + i] → ok
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include <cooperative_groups.h>
#include <cuda/std/array>
#include <cuda/std/span>

#include "kit/error.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

namespace {

// Meine eigene Prüfung – wie im Tutorium …
class Launcher {
  public:
    explicit Launcher(cudaStream_t stream = nullptr) noexcept : stream_{stream} {}
    template <class... P, class... A>
    void operator()(void (*kernel)(P...), dim3 grid, dim3 block, A&&... args) const {
        kernel<<<grid, block, 0, stream_>>>(static_cast<P>(std::forward<A>(args))...);
        if (const auto e = cudaPeekAtLastError(); e != cudaSuccess) {
            (void)cudaGetLastError();
            throw kit::CudaError{e, "Kernstart", __FILE__, __LINE__};
        }
    }

  private:
    cudaStream_t stream_{};
};

template <std::integral I>
[[nodiscard]] constexpr auto ceil_div(I a, I b) noexcept -> I { return a / b + static_cast<I>(a % b ? 1 : 0); }
static_assert(ceil_div(5, 2) == 3 && ceil_div(4, 2) == 2);

template <int Threads>
struct Block {
    static constexpr int threads = Threads;
    static constexpr int rows = Threads;
};
using Usual = Block<256>;

template <class F>
__device__ void grid_stride(int n, F&& f) {
    const auto grid = cg::this_grid();
    for (auto i = static_cast<int>(grid.thread_rank()); i < n; i += static_cast<int>(grid.num_threads())) f(i);
}

}  // namespace

__global__ void start_kernel(int n, float* y, const float* b) {
    grid_stride(n, [=](int i) { y[i] = __ldg(b + i); });
}

// Zwei Zeilen je Thread
template <class B>
__global__ void __launch_bounds__(B::threads) block_multiply_kernel(int n, int m, float* __restrict__ y,
                                      const float* __restrict__ A, const float* __restrict__ x, int width) {
    __shared__ cuda::std::array<float, 256> part;
    const auto block = cg::this_thread_block();
    const int first = static_cast<int>(blockIdx.x) * width;
    const auto count = ::min(width, m - first);
    for (unsigned k = block.thread_rank(); k < static_cast<unsigned>(count); k += block.size()) part[k] = x[first + k];
    block.sync();
    const cuda::std::span<const float> mine{part.data(), static_cast<size_t>(count)};
    if (const int i = blockIdx.y * B::rows + block.thread_rank(); i < n) {
        const float* column = A + static_cast<ptrdiff_t>(first) * n + i;
        auto sum = 0.f;
        for (const float xk : mine) {
            sum = fmaf(*column, xk, sum);
            column += n;
        }
        atomicAdd(y + i, sum);
    }
}

void block_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b, int width) {
    const Launcher launch;
    launch(&start_kernel, std::min(ceil_div(n, 256), 1024), 256, n, d_y, d_b);
    launch(&block_multiply_kernel<Usual>, dim3{unsigned(ceil_div(m, width)), unsigned(ceil_div(n, Usual::rows))},
           Usual::threads, n, m, d_y, d_A, d_x, width);
}

// Die Jagd
__global__ void block_multiply_transposed_kernel(int n, int m, float* y, const float* A, const float* x, int width) {
    __shared__ float part[256];
    const auto [first, j] = [&] { struct { int first, j; } r{int(blockIdx.x) * width, int(blockIdx.y * blockDim.x + threadIdx.x)}; return r; }();
    const int count = [=] { return n - first < width ? n - first : width; }();
    if (int(threadIdx.x) < count) part[threadIdx.x] = x[first + threadIdx.x];
    __syncthreads();
    if (j >= m) return;
    const float* a = &A[(size_t)j * n + first];
    float sum = 0;
    for (const float *p = part, *end = part + count; p != end; ++p, ++a) sum += *a * *p;
    atomicAdd(&y[j], sum);
}

void block_multiply_transposed(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b, int width) {
    const Launcher launch{cudaStreamPerThread == nullptr ? nullptr : cudaStream_t{}};
    launch(&start_kernel, ceil_div(m, 256), 256, m, d_y, d_b);
    launch(&block_multiply_transposed_kernel, {unsigned(ceil_div(n, width)), unsigned(ceil_div(m, 256))}, 256, n, m, d_y, d_A, d_x, width);
}

void printed(int, int, float*, const float*, const float*, const float*, int) {}

inline constexpr int side = 32;
template <int Rows>
__global__ void transpose_kernel(int n, int m, float* At, const float* A) {
    static_assert(side % Rows == 0);
    struct Tile { float at[side][side + 1]; };
    __shared__ Tile t;
    const int i0 = blockIdx.x * side, j0 = blockIdx.y * side;
    const auto valid = [n, m](int i, int j) { return i < n && j < m; };
#pragma unroll
    for (int r = 0; r < side; r += Rows) {
        const int i = i0 + threadIdx.x, j = j0 + r + threadIdx.y;
        if (valid(i, j)) t.at[r + threadIdx.y][threadIdx.x] = A[size_t(j) * n + i];
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < side; r += Rows) {
        const int i = i0 + r + threadIdx.y, j = j0 + threadIdx.x;
        if (valid(i, j)) At[size_t(i) * m + j] = t.at[threadIdx.x][r + threadIdx.y];
    }
}

void transpose(int n, int m, float* d_At, const float* d_A) {
    Launcher{}(&transpose_kernel<8>, dim3(ceil_div(n, side), ceil_div(m, side)), dim3(side, 8), n, m, d_At, d_A);
}

void transpose_then_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b, int width, float* d_At) {
    transpose(n, m, d_At, d_A);
    block_multiply(m, n, d_y, d_At, d_x, d_b, width);
}
