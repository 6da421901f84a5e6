// Several rows a warp: a block's threads are re-arranged so that a warp reads whole rows of 32 columns for four rows
// at once and keeps four sums (thread coarsening). Sub-warp and multi-warp blocks alike.
#include <cooperative_groups.h>
#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

enum { kRows = 2 };  // rows of a thread

typedef struct { int n, parts; const float *A, *x, *b; float *y, *partial; } Args;

static __host__ __device__ int up(int a, int b) { return (a - 1) / b + 1; }

static __device__ void sums_of(Args a, int group, int part, float out[kRows])
{
    extern __shared__ float tile[];
    int const first = group * blockDim.y * kRows + threadIdx.y;
    float sum[kRows] = {0.f, 0.f};
    for (int j = part * blockDim.x + threadIdx.x; j < a.n; j += a.parts * blockDim.x) {
        float const xj = __ldg(a.x + j);
        #pragma unroll
        for (int r = 0; r < kRows; ++r) {
            int const i = first + r * blockDim.y;
            if (i < a.n) sum[r] += __ldcs(a.A + (long long)i * a.n + j) * xj;
        }
    }
    #pragma unroll
    for (int r = 0; r < kRows; ++r) {
        float s = sum[r];
        unsigned const width = blockDim.x < warpSize ? blockDim.x : warpSize;
        // A block of fewer than 32 threads has one warp that is not full.
        unsigned const threads = blockDim.x * blockDim.y;
        unsigned const mask = threads < 32 ? (1u << threads) - 1u : 0xffffffffu;
        for (unsigned d = width / 2; d; d /= 2) s += __shfl_xor_sync(mask, s, d, width);
        if (blockDim.x > warpSize) {
            unsigned const warp = threadIdx.x / warpSize, warps = blockDim.x / warpSize;
            float *const row = tile + threadIdx.y * warps;
            if (threadIdx.x % warpSize == 0) row[warp] = s;
            __syncthreads();
            s = 0.f;
            for (unsigned w = 0; w < warps; ++w) s += row[w];
            __syncthreads();
        }
        out[r] = s;
    }
}

extern "C" __global__ void all_meet(Args a)
{
    float sum[kRows];
    int const groups = up(a.n, blockDim.y * kRows);
    for (int t = blockIdx.x; t < groups * a.parts; t += gridDim.x) {
        sums_of(a, t / a.parts, t % a.parts, sum);
        for (int r = 0; r < kRows; ++r) {
            int const i = t / a.parts * blockDim.y * kRows + threadIdx.y + r * blockDim.y;
            if (!threadIdx.x && i < a.n) a.partial[(long long)(t % a.parts) * a.n + i] = sum[r];
        }
    }
    cg::grid_group g = cg::this_grid();
    g.sync();
    for (long long i = g.thread_rank(); i < a.n; i += g.size()) {
        float s = 0.f;
        for (int p = 0; p < a.parts; ++p) s += a.partial[(long long)p * a.n + i];
        a.y[i] = s + a.b[i];
    }
}

__device__ unsigned int arrived[65535];

extern "C" __global__ void last_adds(Args a)
{
    float sum[kRows];
    sums_of(a, blockIdx.y, blockIdx.x, sum);
    int const first = blockIdx.y * blockDim.y * kRows;
    for (int r = 0; r < kRows; ++r) {
        int const i = first + threadIdx.y + r * blockDim.y;
        if (!threadIdx.x && i < a.n) a.partial[(long long)blockIdx.x * a.n + i] = sum[r];
    }
    __threadfence();
    __shared__ unsigned int order;
    __syncthreads();
    if (!threadIdx.x && !threadIdx.y) order = atomicInc(arrived + blockIdx.y, gridDim.x - 1);
    __syncthreads();
    if (order + 1 < gridDim.x) return;
    __threadfence();
    for (int k = threadIdx.y * blockDim.x + threadIdx.x; k < blockDim.y * kRows; k += blockDim.x * blockDim.y) {
        if (first + k >= a.n) break;
        float s = 0.f;
        for (int p = 0; p < a.parts; ++p) s += a.partial[(long long)p * a.n + first + k];
        a.y[first + k] = s + a.b[first + k];
    }
}

static void refuse(int n, int sx, int sy)
{
    kit::require(n >= 1, "n %d", n);
    kit::require(sx >= 2 && !(sx & (sx - 1)), "sx %d", sx);
    kit::require(sy >= 1 && !(sy & (sy - 1)), "sy %d", sy);
    kit::require(sx <= 1024 / sy, "sx %d times sy %d", sx, sy);
}

static int fits(void const *kernel, int threads, size_t shared)
{
    int d, m, k;
    CUDA_CHECK(cudaGetDevice(&d));
    CUDA_CHECK(cudaDeviceGetAttribute(&m, cudaDevAttrMultiProcessorCount, d));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&k, kernel, threads, shared));
    return m * k;
}

static int split(int n, int sx, int sy, int blocks)
{
    int p = blocks / up(n, sy * kRows);
    if (p > up(n, sx)) p = up(n, sx);
    return p < 1 ? 1 : p > 8 ? 8 : p;
}

void grid_groups(int n, int sx, int sy, int blocks, float *d_y, const float *d_A, const float *d_x,
                 const float *d_b, float *d_partial)
{
    refuse(n, sx, sy);
    kit::require(blocks >= 0, "blocks %d", blocks);
    size_t const shared = sx > 32 ? sx / 32 * sy * sizeof(float) : 0;
    int const fit = fits((void const *)all_meet, sx * sy, shared);
    Args a = {n, split(n, sx, sy, blocks ? blocks : fit), d_A, d_x, d_b, d_y, d_partial};
    int const tasks = up(n, sy * kRows) * a.parts;
    if (!blocks) blocks = tasks < fit ? tasks : fit;
    void *list[] = {&a};
    CUDA_CHECK(cudaLaunchCooperativeKernel((void const *)all_meet, dim3(blocks), dim3(sx, sy), list, shared, 0));
}

void last_block(int n, int sx, int sy, float *d_y, const float *d_A, const float *d_x,
                const float *d_b, float *d_partial)
{
    refuse(n, sx, sy);
    size_t const shared = sx > 32 ? sx / 32 * sy * sizeof(float) : 0;
    Args a = {n, split(n, sx, sy, fits((void const *)last_adds, sx * sy, shared)), d_A, d_x, d_b, d_y, d_partial};
    last_adds<<<dim3(a.parts, up(n, sy * kRows)), dim3(sx, sy), shared>>>(a);
    CUDA_CHECK(cudaGetLastError());
}
