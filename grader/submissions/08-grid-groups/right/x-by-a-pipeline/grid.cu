// x is copied to shared memory asynchronously (cuda::pipeline), once for a block's rows; the block adds up with
// cuda::barrier in place of __syncthreads(). Final sums by tiles of eight lanes.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kMostParts = 8;

__device__ __forceinline__ int flat() { return threadIdx.y * blockDim.x + threadIdx.x; }

// One task: the tiles part, part + parts, ... of the rows of a group.
template <class Store>
__device__ void task(int n, int first_row, int part, int parts, const float* A, const float* x, block_barrier& bar,
                     Store store) {
    extern __shared__ __align__(16) float shared[];
    const int sx = blockDim.x, threads = blockDim.x * blockDim.y;
    float *sums = shared, *xs[2] = {shared + threads, shared + threads + sx};
    const int i = first_row + threadIdx.y;
    auto pipe = cuda::make_pipeline();
    const auto fetch = [&](int tile, int stage) {
        pipe.producer_acquire();
        const int j = tile * sx + threadIdx.x;
        if (threadIdx.y == 0 && j < n) cuda::memcpy_async(&xs[stage][threadIdx.x], &x[j], sizeof(float), pipe);
        pipe.producer_commit();
    };
    float own = 0;
    const int tiles = (n + sx - 1) / sx;
    fetch(part, 0);
    for (int tile = part, stage = 0; tile < tiles; tile += parts, stage ^= 1) {
        if (tile + parts < tiles) {
            fetch(tile + parts, stage ^ 1);
            cuda::pipeline_consumer_wait_prior<1>(pipe);
        } else
            cuda::pipeline_consumer_wait_prior<0>(pipe);
        bar.arrive_and_wait();
        const int j = tile * sx + threadIdx.x;
        if (i < n && j < n) own += A[static_cast<size_t>(i) * n + j] * xs[stage][threadIdx.x];
        pipe.consumer_release();
        bar.arrive_and_wait();
    }
    sums[flat()] = own;
    for (int half = sx / 2; half > 0; half /= 2) {
        bar.arrive_and_wait();
        if (threadIdx.x < half) sums[flat()] += sums[flat() + half];
    }
    if (threadIdx.x == 0 && i < n) store(i, sums[flat()]);
    bar.arrive_and_wait();
}

__device__ void make(block_barrier* bar) {
    if (flat() == 0) init(bar, blockDim.x * blockDim.y);
    __syncthreads();
}

__global__ void barrier_kernel(int n, int parts, float* y, const float* A, const float* x, const float* b,
                               float* partial) {
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ block_barrier bar;
    make(&bar);
    const auto grid = cg::this_grid();
    const int groups = (n + blockDim.y - 1) / blockDim.y;
    for (int t = blockIdx.x; t < groups * parts; t += gridDim.x)
        task(n, t / parts * blockDim.y, t % parts, parts, A, x, bar,
             [=](int i, float sum) { partial[static_cast<size_t>(i) * parts + t % parts] = sum; });
    grid.sync();
    for (int i = grid.thread_rank(); i < n; i += grid.size()) {
        float sum = b[i];
        const float* of_row = partial + static_cast<size_t>(i) * parts;
#pragma unroll
        for (int part = 0; part < kMostParts; ++part)
            if (part < parts) sum += of_row[part];
        y[i] = sum;
    }
}

__device__ int tickets[65536];

__global__ void ticket_kernel(int n, int parts, float* y, const float* A, const float* x, const float* b,
                              float* partial) {
    __shared__ block_barrier bar;
    __shared__ int mine;
    make(&bar);
    const int part = blockIdx.x, group = blockIdx.y;
    task(n, group * blockDim.y, part, parts, A, x, bar,
         [=](int i, float sum) { __stcg(&partial[static_cast<size_t>(i) * parts + part], sum); });
    if (flat() == 0) {
        __threadfence();
        mine = atomicAdd(&tickets[group], 1);
        __threadfence();
    }
    bar.arrive_and_wait();
    if (mine != parts - 1) return;
    const int i = group * blockDim.y + flat();
    if (flat() < blockDim.y && i < n) {
        float sum = b[i];
        for (int p = 0; p < parts; ++p) sum += __ldcg(&partial[static_cast<size_t>(i) * parts + p]);
        y[i] = sum;
    }
    if (flat() == 0) atomicExch(&tickets[group], 0);
}

static void require_sizes(int n, int sx, int sy) {
    kit::require(n >= 1, "n = %d is below 1", n);
    kit::require(sx >= 2 && (sx & -sx) == sx, "sx = %d is no power of two above 1", sx);
    kit::require(sy >= 1 && (sy & -sy) == sy, "sy = %d is no power of two", sy);
    kit::require(1ll * sx * sy <= 1024, "sx * sy = %lld is above 1024", 1ll * sx * sy);
}

static size_t bytes(int sx, int sy) { return sizeof(float) * (sx * sy + 2 * sx); }

static int places(const void* kernel, int sx, int sy) {
    cudaDeviceProp properties;
    int device = 0, each = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, sx * sy, bytes(sx, sy)));
    return properties.multiProcessorCount * each;
}

static int parts_for(int n, int sx, int sy, int blocks) {
    const int tiles = (n + sx - 1) / sx, groups = (n + sy - 1) / sy;
    return max(1, min(min(tiles, kMostParts), blocks / groups));
}

void grid_groups(int n, int sx, int sy, int blocks, float* d_y, const float* d_A, const float* d_x,
                 const float* d_b, float* d_partial) {
    require_sizes(n, sx, sy);
    kit::require(blocks >= 0, "blocks = %d is negative", blocks);
    const int fit = places((const void*)barrier_kernel, sx, sy);
    const int parts = parts_for(n, sx, sy, blocks > 0 ? blocks : fit);
    if (blocks == 0) blocks = min(fit, parts * ((n + sy - 1) / sy));
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attributes[1] = {};
    attributes[0].id = cudaLaunchAttributeCooperative;
    attributes[0].val.cooperative = 1;
    config.gridDim = blocks;
    config.blockDim = dim3(sx, sy);
    config.dynamicSmemBytes = bytes(sx, sy);
    config.attrs = attributes;
    config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, barrier_kernel, n, parts, d_y, d_A, d_x, d_b, d_partial));
}

void last_block(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                const float* d_b, float* d_partial) {
    require_sizes(n, sx, sy);
    const int parts = parts_for(n, sx, sy, places((const void*)ticket_kernel, sx, sy));
    dim3 grid(parts, (n + sy - 1) / sy), block(sx, sy);
    void* arguments[] = {&n, (void*)&parts, &d_y, &d_A, &d_x, &d_b, &d_partial};
    CUDA_CHECK(cudaLaunchKernel((const void*)ticket_kernel, grid, block, arguments, bytes(sx, sy), 0));
}
