// Blocks of one dimension, cut into tiles of sx threads by cooperative groups: cg::reduce adds up within a tile where
// it is no larger than a warp. Tickets are cuda::atomic objects.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cuda/atomic>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

namespace {

constexpr bool is_power_of_two(int k) {
    return k >= 1 && (k & (k - 1)) == 0;
}

void check_sizes(int n, int sx, int sy) {
    kit::require(n >= 1, "n must be at least 1, not %d", n);
    kit::require(is_power_of_two(sx) && sx >= 2, "sx must be a power of two from 2 on, not %d", sx);
    kit::require(is_power_of_two(sy), "sy must be a power of two, not %d", sy);
    kit::require(static_cast<long long>(sx) * sy <= 1024, "sx * sy must be at most 1024, not %d * %d", sx, sy);
}

struct Matrix {
    int n;
    const float* __restrict__ elements;
    __device__ const float* row(int i) const { return elements + static_cast<size_t>(i) * n; }
};

// How the work of a launch is split.
struct Split {
    int sy, groups, parts;
    __host__ __device__ int tasks() const { return groups * parts; }
};

__host__ __device__ constexpr int ceil_div(int a, int b) {
    return (a + b - 1) / b;
}

// The sum over a row of `sx` threads, for its first thread.
template <int sx>
__device__ float row_sum(float own) {
    if constexpr (sx <= 32) {
        const auto tile = cg::tiled_partition<sx>(cg::this_thread_block());
        return cg::reduce(tile, own, cg::plus<float>());
    } else {
        extern __shared__ float of_warps[];
        const auto block = cg::this_thread_block();
        const auto warp = cg::tiled_partition<32>(block);
        constexpr int warps_a_row = sx / 32;
        const float sum = cg::reduce(warp, own, cg::plus<float>());
        if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = sum;
        block.sync();
        float total = 0.0f;
        const int first = block.thread_rank() / sx * warps_a_row;
        if (block.thread_rank() % sx == 0)
            for (int w = 0; w < warps_a_row; ++w) total += of_warps[first + w];
        block.sync();
        return total;
    }
}

template <int sx>
__device__ float part_of_row(Matrix A, const float* __restrict__ x, int i, int part, int parts) {
    const int lane = threadIdx.x % sx;
    float own = 0.0f;
    if (i < A.n) {
        const float* row = A.row(i);
        for (int j = part * sx + lane; j < A.n; j += parts * sx) own = fmaf(row[j], x[j], own);
    }
    return row_sum<sx>(own);
}

template <int sx>
__global__ void meeting(Matrix A, Split split, float* __restrict__ y, const float* __restrict__ x,
                        const float* __restrict__ b, float* partial) {
    const auto grid = cg::this_grid();
    const int own_row = threadIdx.x / sx, lane = threadIdx.x % sx;
    for (int task = grid.block_rank(); task < split.tasks(); task += grid.num_blocks()) {
        const int i = task / split.parts * split.sy + own_row, part = task % split.parts;
        const float sum = part_of_row<sx>(A, x, i, part, split.parts);
        if (lane == 0 && i < A.n) partial[static_cast<size_t>(part) * A.n + i] = sum;
    }
    grid.sync();
    for (int i = static_cast<int>(grid.thread_rank()); i < A.n; i += static_cast<int>(grid.num_threads())) {
        float sum = b[i];
        for (int part = 0; part < split.parts; ++part) sum += partial[static_cast<size_t>(part) * A.n + i];
        y[i] = sum;
    }
}

using Ticket = cuda::atomic<unsigned, cuda::thread_scope_device>;
__device__ Ticket tickets[1 << 20];

template <int sx>
__global__ void last_finishes(Matrix A, Split split, float* __restrict__ y, const float* __restrict__ x,
                              const float* __restrict__ b, float* partial) {
    __shared__ bool last;
    const auto block = cg::this_thread_block();
    const int group = blockIdx.x / split.parts, part = blockIdx.x % split.parts;
    const int i = group * split.sy + threadIdx.x / sx;
    const float sum = part_of_row<sx>(A, x, i, part, split.parts);
    const bool first = threadIdx.x % sx == 0 && i < A.n;
    if (first) partial[static_cast<size_t>(part) * A.n + i] = sum;
    block.sync();
    if (block.thread_rank() == 0)
        last = tickets[group].fetch_add(1, cuda::std::memory_order_acq_rel) + 1 == split.parts;
    block.sync();
    if (!last) return;
    if (first) {
        float total = b[i];
        for (int p = 0; p < split.parts; ++p) total += partial[static_cast<size_t>(p) * A.n + i];
        y[i] = total;
    }
    if (block.thread_rank() == 0) tickets[group].store(0, cuda::std::memory_order_relaxed);
}

// Calls `run` with sx as a constant.
template <int sx = 2, class Run>
void with_constant(int wanted, Run run) {
    if (wanted == sx)
        run(std::integral_constant<int, sx>{});
    else if constexpr (sx < 1024)
        with_constant<2 * sx>(wanted, run);
}

template <class Kernel>
int resident(Kernel* kernel, int threads, size_t bytes) {
    int device = 0, processors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, bytes));
    return processors * blocks;
}

Split split_for(int n, int sx, int sy, int blocks) {
    const int groups = ceil_div(n, sy);
    const int most = ceil_div(n, sx) < 8 ? ceil_div(n, sx) : 8;
    int parts = blocks / groups;
    if (parts > most) parts = most;
    return {sy, groups, parts < 1 ? 1 : parts};
}

size_t bytes_for(int sx, int sy) {
    return sx > 32 ? sizeof(float) * sx * sy / 32 : 0;
}

}  // namespace

void grid_groups(int n, int sx, int sy, int blocks, float* d_y, const float* d_A, const float* d_x,
                 const float* d_b, float* d_partial) {
    check_sizes(n, sx, sy);
    kit::require(blocks >= 0, "blocks must be at least 0, not %d", blocks);
    with_constant(sx, [&](auto constant) {
        const auto kernel = meeting<constant.value>;
        const int fit = resident(kernel, sx * sy, bytes_for(sx, sy));
        Split split = split_for(n, sx, sy, blocks ? blocks : fit);
        if (blocks == 0) blocks = fit < split.tasks() ? fit : split.tasks();
        Matrix A{n, d_A};
        void* arguments[] = {&A, &split, &d_y, &d_x, &d_b, &d_partial};
        CUDA_CHECK(cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(sx * sy), arguments, bytes_for(sx, sy)));
    });
}

void last_block(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b,
                float* d_partial) {
    check_sizes(n, sx, sy);
    with_constant(sx, [&](auto constant) {
        const auto kernel = last_finishes<constant.value>;
        const Split split = split_for(n, sx, sy, resident(kernel, sx * sy, bytes_for(sx, sy)));
        kernel<<<split.tasks(), sx * sy, bytes_for(sx, sy)>>>(Matrix{n, d_A}, split, d_y, d_x, d_b, d_partial);
        CUDA_CHECK(cudaPeekAtLastError());
    });
}
