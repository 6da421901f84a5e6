// Loads of four floats where rows allow it, with a tail; Kahan sums; the final sums of a row by a warp.
#include <cooperative_groups.h>
#include <cstdint>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

using cooperative_groups::this_grid;

// Adds without losing what is too small for the sum.
struct Kahan {
    float sum = 0.0f, lost = 0.0f;
    __device__ __forceinline__ void operator+=(float value) {
        const float corrected = value - lost, next = sum + corrected;
        lost = isfinite(next) ? (next - sum) - corrected : 0.0f;
        sum = next;
    }
};

static void check(int n, int sx, int sy)
{
    auto power = [](int v) { return v > 0 && !(v & v - 1); };
    if (n < 1) kit::require(false, "n is %d, but must be positive", n);
    if (sx < 2 || !power(sx)) kit::require(false, "sx is %d, but must be 2, 4, 8, ...", sx);
    if (sy < 1 || !power(sy)) kit::require(false, "sy is %d, but must be 1, 2, 4, ...", sy);
    if (sx > 1024 / sy) kit::require(false, "sx * sy is too large: %d * %d", sx, sy);
}

// The columns from `begin` to `end` of row i by the threads of one threadIdx.y; at most four floats at a time.
__device__ float strip(const float* __restrict__ row, const float* __restrict__ x, int begin, int end) {
    Kahan sum;
    int j = begin;
    if (reinterpret_cast<std::uintptr_t>(row) % 16 == 0) {
        const int quads = (end - begin) / 4;
        const float4* a4 = reinterpret_cast<const float4*>(row + begin);
        const float4* x4 = reinterpret_cast<const float4*>(x + begin);
        for (int q = threadIdx.x; q < quads; q += blockDim.x) {
            const float4 a = __ldg(a4 + q), v = __ldg(x4 + q);
            sum += a.x * v.x;
            sum += a.y * v.y;
            sum += a.z * v.z;
            sum += a.w * v.w;
        }
        j += 4 * quads;
    }
    for (j += threadIdx.x; j < end; j += blockDim.x) sum += __ldg(row + j) * __ldg(x + j);
    return sum.sum;
}

__device__ float tree(float own) {
    extern __shared__ float Q[];
    float* q = Q + threadIdx.y * blockDim.x;
    q[threadIdx.x] = own;
    __syncthreads();
    for (unsigned half = blockDim.x >> 1; half; half >>= 1) {
        if (threadIdx.x < half) q[threadIdx.x] += q[threadIdx.x + half];
        __syncthreads();
    }
    const float total = q[0];
    __syncthreads();
    return total;
}

// Parts are neighbouring columns: `chunk` of them, a multiple of 32.
__global__ void with_barrier(int n, int parts, int chunk, float* y, const float* __restrict__ A,
                             const float* __restrict__ x, const float* __restrict__ b, float* partial) {
    const int groups = (n + blockDim.y - 1) / blockDim.y;
    for (int t = blockIdx.x; t < groups * parts; t += gridDim.x) {
        const int g = t / parts, p = t - g * parts, i = g * blockDim.y + threadIdx.y;
        float own = 0.0f;
        if (i < n) own = strip(A + (size_t)i * n, x, p * chunk, min(n, (p + 1) * chunk));
        own = tree(own);
        if (threadIdx.x == 0 && i < n) {
            if (parts > 1) partial[(size_t)i * parts + p] = own;
            else y[i] = b[i] + own;
        }
    }
    if (parts > 1) {
        this_grid().sync();
        for (unsigned long long i = this_grid().thread_rank(); i < n; i += this_grid().size()) {
            Kahan sum;
            sum += b[i];
#pragma unroll 4
            for (int p = 0; p < parts; ++p) sum += partial[i * parts + p];
            y[i] = sum.sum;
        }
    }
}

__device__ unsigned taken[65536];

__global__ void with_ticket(int n, int parts, int chunk, float* y, const float* __restrict__ A,
                            const float* __restrict__ x, const float* __restrict__ b, volatile float* partial) {
    const int g = blockIdx.y, p = blockIdx.x, i = g * blockDim.y + threadIdx.y;
    float own = 0.0f;
    if (i < n) own = strip(A + (size_t)i * n, x, p * chunk, min(n, (p + 1) * chunk));
    own = tree(own);
    if (threadIdx.x == 0 && i < n) {
        partial[(size_t)i * parts + p] = own;
        __threadfence();
    }
    int is_last = 0;
    __syncthreads();
    if (threadIdx.x + threadIdx.y == 0) {
        is_last = atomicAdd(taken + g, 1u) + 1u == (unsigned)parts;
        __threadfence();
    }
    if (__syncthreads_or(is_last)) {
        if (threadIdx.x == 0 && i < n) {
            Kahan sum;
            sum += b[i];
            for (int q = 0; q < parts; ++q) sum += partial[(size_t)i * parts + q];
            y[i] = sum.sum;
        }
        if (threadIdx.x + threadIdx.y == 0) atomicExch(taken + g, 0u);
    }
}

struct Cut { int parts, chunk; };

static Cut cut(int n, int sx, int sy, int blocks) {
    const int groups = (n + sy - 1) / sy, tiles = (n + sx - 1) / sx;
    int parts = blocks / groups;
    if (parts > tiles) parts = tiles;
    if (parts > 8) parts = 8;
    if (parts < 1) parts = 1;
    const int unit = 32;  // whole sectors, and a warp's width
    int chunk = ((n + parts - 1) / parts + unit - 1) / unit * unit;
    return {(n + chunk - 1) / chunk, chunk};
}

template <typename K> static int room(K kernel, int sx, int sy) {
    int dev, sms, each;
    CUDA_CHECK(cudaGetDevice(&dev));
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, sx * sy, sx * sy * sizeof(float)));
    return sms * each;
}

void grid_groups(int n, int sx, int sy, int blocks, float* d_y, const float* d_A, const float* d_x,
                 const float* d_b, float* d_partial)
{
    check(n, sx, sy);
    if (blocks < 0) kit::require(false, "blocks is %d, but must not be negative", blocks);
    const int fit = room(with_barrier, sx, sy);
    Cut c = cut(n, sx, sy, blocks ? blocks : fit);
    const int tasks = (n + sy - 1) / sy * c.parts;
    const dim3 grid(blocks ? blocks : tasks < fit ? tasks : fit), block(sx, sy);
    void* args[] = {&n, &c.parts, &c.chunk, &d_y, &d_A, &d_x, &d_b, &d_partial};
    CUDA_CHECK(cudaLaunchCooperativeKernel((void*)with_barrier, grid, block, args, sx * sy * sizeof(float), nullptr));
}

void last_block(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                const float* d_b, float* d_partial)
{
    check(n, sx, sy);
    const Cut c = cut(n, sx, sy, room(with_ticket, sx, sy));
    with_ticket<<<dim3(c.parts, (n + sy - 1) / sy), dim3(sx, sy), sx * sy * sizeof(float)>>>(
        n, c.parts, c.chunk, d_y, d_A, d_x, d_b, d_partial);
    CUDA_CHECK(cudaGetLastError());
}
