// The block's size is a template argument, chosen on the host by folding over all powers of two, so
// that the compiler unrolls every tree.
#include <cstdint>
#include <utility>

#include "kit/error.hpp"
#include "lab.hpp"

namespace {

template <unsigned Threads>
__global__ __launch_bounds__(Threads) void tree(const int64_t columns, float* __restrict__ y,
                                                const float* __restrict__ A, const float* __restrict__ x,
                                                const float* __restrict__ b) {
    static_assert((Threads & (Threads - 1)) == 0, "a power of two");
    __shared__ float partial[Threads];
    const unsigned id = threadIdx.x;
    const float* const row = A + blockIdx.x * columns;

    float mine = 0.f;
    if (id < columns) mine = __fmul_rn(__ldg(row + id), __ldg(x + id));
    partial[id] = mine;

#pragma unroll
    for (unsigned half = Threads >> 1; half; half >>= 1) {
        __syncthreads();
        if (id < half) {
            const float other = partial[id + half];
            partial[id] += other;
        }
    }
    if (!id) y[blockIdx.x] = partial[0] + __ldg(b + blockIdx.x);
}

template <unsigned... Log2>
void launch_tree(std::integer_sequence<unsigned, Log2...>, int n, int m, float* y, const float* A, const float* x,
                 const float* b) {
    bool launched = false;
    ((launched || m > (1 << Log2)
          ? void()
          : (tree<1u << Log2><<<n, 1u << Log2>>>(m, y, A, x, b), void(launched = true))),
     ...);
}

template <int Width>
__device__ __forceinline__ float warp_total(float v) {
    if constexpr (Width > 1) {
        v += __shfl_xor_sync(~0u, v, Width / 2);
        return warp_total<Width / 2>(v);
    } else {
        return v;
    }
}

template <unsigned Warps>
__global__ void shuffle(int64_t columns, float* __restrict__ y, const float* __restrict__ A,
                        const float* __restrict__ x, const float* __restrict__ b) {
    __shared__ float of_warp[Warps];
    const unsigned id = threadIdx.x, lane = id & 31u, warp = id >> 5;
    const float total = warp_total<32>(id < columns ? A[blockIdx.x * columns + id] * x[id] : 0.f);
    if constexpr (Warps == 1) {
        if (lane == 0) y[blockIdx.x] = total + b[blockIdx.x];
    } else {
        if (lane == 0) of_warp[warp] = total;
        __syncthreads();
        if (warp) return;
        const float all = warp_total<32>(lane < Warps ? of_warp[lane] : 0.f);
        if (lane == 0) y[blockIdx.x] = all + b[blockIdx.x];
    }
}

using Kernel = void (*)(int64_t, float*, const float*, const float*, const float*);

template <unsigned... W>
constexpr Kernel shuffle_of(unsigned warps, std::integer_sequence<unsigned, W...>) {
    constexpr Kernel all[] = {shuffle<W + 1>...};
    return all[warps - 1];
}

}  // namespace

void reduce_shared(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    launch_tree(std::make_integer_sequence<unsigned, 11>{}, n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

void reduce_shuffle(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    const unsigned warps = (m + 31u) / 32u;
    const Kernel kernel = shuffle_of(warps, std::make_integer_sequence<unsigned, 32>{});
    kernel<<<n, 32u * warps>>>(m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void textbook_kernel(int m, float* y, const float* A, const float* x, const float* b) {
    __shared__ float Q[1024];
    int i = blockIdx.x;
    int j = threadIdx.x;
    Q[j] = A[i * m + j] * x[j];
    for (int active = m >> 1; active; active >>= 1) {
        __syncthreads();
        if (j >= active) continue;
        Q[j] += Q[j + active];
    }
    if (j == 0) y[i] = Q[0] + b[i];
}

void textbook(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    textbook_kernel<<<n, m>>>(m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}
