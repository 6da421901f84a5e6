// A row's 64 threads are two warps: shuffles, then one exchange through shared memory. Loads of two
// rows are in flight at once in the rungs with many blocks.
#include <cuda/std/array>
#include <cstdint>

#include "kit/error.hpp"
#include "lab.hpp"

namespace {

constexpr int T = 8, Z = 64, X = 1024;
constexpr unsigned everybody = 0xFFFF'FFFF;

struct Thread {
    int t, z;
    static __device__ Thread here() { return {static_cast<int>(threadIdx.x) / Z, static_cast<int>(threadIdx.x) % Z}; }
    __device__ bool leads() const { return z == 0; }
};

__device__ float warp_sum(float v) {
    v += __shfl_xor_sync(everybody, v, 16);
    v += __shfl_xor_sync(everybody, v, 8);
    v += __shfl_xor_sync(everybody, v, 4);
    v += __shfl_xor_sync(everybody, v, 2);
    v += __shfl_xor_sync(everybody, v, 1);
    return v;
}

// Of the row's two warps, lower and upper. `slot` is one of the block's T floats for its row.
__device__ float row_sum(float v, float& slot, Thread me) {
    v = warp_sum(v);
    if (me.z == 32) slot = v;
    __syncthreads();
    return v + slot;  // of use to z = 0 only
}

__global__ void single(int n, int m, float* y, const float* A, const float* x, const float* b) {
    __shared__ float slots[2][T];  // in turns, so that one barrier a segment is enough
    const auto me = Thread::here();
    bool odd = false;
    for (std::int64_t first = 0; first < n; first += T, odd = !odd) {
        const std::int64_t i = first + me.t;
        float v = 0;
        if (i < n)
            for (auto j = me.z; j < m; j += Z) v += A[i * m + j] * x[j];
        v = row_sum(v, slots[odd][me.t], me);
        if (me.leads() and i < n) y[i] = v + b[i];
    }
}

template <int rows>
__global__ void several(int n, int m, float* y, const float* A, const float* x, const float* b) {
    __shared__ float slots[rows][T];
    const auto me = Thread::here();
    const auto first = (std::int64_t{blockIdx.x} * T + me.t) * rows;
    float v[rows] = {};
    for (int j = me.z; j < m; j += Z) {
        const float xj = x[j];
#pragma unroll
        for (int r = 0; r < rows; ++r)
            if (first + r < n) v[r] += A[(first + r) * m + j] * xj;
    }
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        v[r] = warp_sum(v[r]);
        if (me.z == 32) slots[r][me.t] = v[r];
    }
    __syncthreads();
    if (not me.leads()) return;
#pragma unroll
    for (int r = 0; r < rows; ++r)
        if (first + r < n) y[first + r] = v[r] + slots[r][me.t] + b[first + r];
}

template <int rows>
__global__ void several_staged(int n, int m, float* y, const float* A, const float* x, const float* b) {
    __shared__ float slots[rows][T], part[X];
    const auto me = Thread::here();
    const auto first = (std::int64_t{blockIdx.x} * T + me.t) * rows;
    float v[rows] = {};
    for (int begin = 0; begin < m; begin += X) {
        const int width = min(m - begin, X);
        for (int k = threadIdx.x; k < width; k += blockDim.x) part[k] = x[begin + k];
        __syncthreads();
        for (int k = me.z; k < width; k += Z)
#pragma unroll
            for (int r = 0; r < rows; ++r)
                if (first + r < n) v[r] += A[(first + r) * m + begin + k] * part[k];
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        v[r] = warp_sum(v[r]);
        if (me.z == 32) slots[r][me.t] = v[r];
    }
    __syncthreads();
    if (not me.leads()) return;
#pragma unroll
    for (int r = 0; r < rows; ++r)
        if (first + r < n) y[first + r] = v[r] + slots[r][me.t] + b[first + r];
}

constexpr int blocks(int n, int rows) {
    return (n + rows - 1) / rows;
}

}  // namespace

void one_block(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    single<<<1, T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

void many_blocks(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    several<2><<<blocks(n, 2 * T), T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

void staged_x(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    several_staged<2><<<blocks(n, 2 * T), T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void textbook_kernel(int n, int m, float* y, const float* A, const float* x, const float* b) {
    __shared__ float Q[T * Z];
    const auto [t, z] = Thread::here();
    float& mine = Q[t * Z + z];
    for (int first = 0; first < n; first += T) {
        int i = first + t;
        float sum = 0.0f;
        if (i < n)
            for (int j = z; j < m; j += Z) sum += A[i * m + j] * x[j];
        if (first > 0) __syncthreads();
        mine = sum;
        for (int stride = Z / 2; stride > 0; stride /= 2) {
            __syncthreads();
            if (z < stride) mine += Q[t * Z + z + stride];
        }
        if (z == 0 && i < n) y[i] = mine + b[i];
    }
}

void textbook(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    textbook_kernel<<<1, T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void collected_kernel(int n, int m, float* y, const float* A, const float* x, const float* b) {
    __shared__ float slots[T];
    __shared__ cuda::std::array<float, 4 * T> sums;
    const auto me = Thread::here();
    const int first = blockIdx.x * sums.size();
    const int rows = min(static_cast<int>(sums.size()), n - first);
    for (int begin = 0; begin < rows; begin += T) {
        const int r = begin + me.t;
        float sum = 0.0f;
        if (r < rows)
            for (int j = me.z; j < m; j += Z) sum += A[(first + r) * m + j] * x[j];
        sum = row_sum(sum, slots[me.t], me);
        if (me.leads()) sums[r] = sum;
        __syncthreads();
    }
    const int r = threadIdx.x;
    if (r < rows) y[first + r] = sums[r] + b[first + r];
}

void collected(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    collected_kernel<<<blocks(n, 4 * T), T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}
