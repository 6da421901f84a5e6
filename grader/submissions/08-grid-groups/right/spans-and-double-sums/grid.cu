// A warp per row and part, whatever the block's shape: blocks of sx * sy threads are counted in warps, lanes take
// columns. Less than a warp in a block: the threads there are. Fences of libcu++, relaxed atomics.
#include <cooperative_groups.h>

#include <cuda/atomic>
#include <cuda/std/span>
#include <algorithm>
#include <array>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

struct Job {
    int n, rows_a_block, parts, width;  // width: threads of a row
    const float *A, *x, *b;
    float *y, *partial;

    __host__ __device__ int groups() const { return (n + rows_a_block - 1) / rows_a_block; }
    __host__ __device__ int tasks() const { return groups() * parts; }
    __device__ cuda::std::span<const float> row(int i) const {
        return {A + static_cast<size_t>(i) * n, static_cast<size_t>(n)};
    }
    __device__ cuda::std::span<float> parts_of(int i) const {
        return {partial + static_cast<size_t>(i) * parts, static_cast<size_t>(parts)};
    }
};

template <class Visit>
__device__ void for_each_column(const Job& job, int part, Visit visit) {
    const int lane = threadIdx.x;
    for (int j = part * blockDim.x + lane; j < job.n; j += job.parts * blockDim.x) visit(j);
}

__device__ double sum_over_row(double own) {
    extern __shared__ double places[];
    double* const row = places + threadIdx.y * blockDim.x;
    row[threadIdx.x] = own;
    for (int k = blockDim.x; k > 1;) {
        k /= 2;
        cg::sync(cg::this_thread_block());
        if (threadIdx.x < k) row[threadIdx.x] += row[threadIdx.x + k];
    }
    cg::sync(cg::this_thread_block());
    const double all = row[0];
    cg::sync(cg::this_thread_block());
    return all;
}

__device__ void do_task(const Job& job, int task) {
    const int part = task % job.parts, i = task / job.parts * job.rows_a_block + static_cast<int>(threadIdx.y);
    double own = 0;
    if (i < job.n) {
        const auto row = job.row(i);
        for_each_column(job, part, [&](int j) { own += static_cast<double>(row[j]) * job.x[j]; });
    }
    own = sum_over_row(own);
    if (i < job.n && threadIdx.x == 0) job.parts_of(i)[part] = static_cast<float>(own);
}

__device__ void finish(const Job& job, int i) {
    double sum = job.b[i];
    for (const float part : job.parts_of(i)) sum += part;
    job.y[i] = static_cast<float>(sum);
}

__global__ void __launch_bounds__(1024) meet(const __grid_constant__ Job job) {
    for (int task = blockIdx.x; task < job.tasks(); task += gridDim.x) do_task(job, task);
    cg::sync(cg::this_grid());
    const auto grid = cg::this_grid();
    for (auto i = grid.thread_rank(); i < job.n; i += grid.num_threads()) finish(job, static_cast<int>(i));
}

__device__ unsigned drawn[1 << 16];

__global__ void __launch_bounds__(1024) draw(const __grid_constant__ Job job) {
    do_task(job, blockIdx.y * job.parts + blockIdx.x);
    __shared__ unsigned before;
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> ticket{drawn[blockIdx.y]};
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        before = ticket.fetch_add(1, cuda::memory_order_relaxed);
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    }
    __syncthreads();
    if (before != job.parts - 1) return;
    const int thread = threadIdx.y * blockDim.x + threadIdx.x, first = blockIdx.y * job.rows_a_block;
    for (int i = first + thread; i < min(job.n, first + job.rows_a_block); i += blockDim.x * blockDim.y)
        finish(job, i);
    if (thread == 0) drawn[blockIdx.y] = 0;
}

namespace {

struct Shape { int sx, sy; };

void demand(int n, Shape shape) {
    const auto fits = [](int value) { return value > 0 && __builtin_popcount(value) == 1; };
    kit::require(n > 0, "n must be positive, not %d", n);
    kit::require(fits(shape.sx) && shape.sx > 1, "sx must be a power of two above 1, not %d", shape.sx);
    kit::require(fits(shape.sy), "sy must be a power of two, not %d", shape.sy);
    kit::require(shape.sx <= 1024 && shape.sy <= 1024 && shape.sx * shape.sy <= 1024,
                 "sx * sy is above 1024: %d * %d", shape.sx, shape.sy);
}

int attribute(cudaDeviceAttr which) {
    int device, value;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

template <auto kernel>
int resident(Shape shape) {
    int blocks = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, shape.sx * shape.sy,
                                                             sizeof(double) * shape.sx * shape.sy));
    return blocks * attribute(cudaDevAttrMultiProcessorCount);
}

Job plan(int n, Shape shape, int blocks) {
    Job job{};
    job.n = n, job.rows_a_block = shape.sy, job.width = shape.sx;
    job.parts = std::clamp(blocks / job.groups(), 1, std::min(8, (n + shape.sx - 1) / shape.sx));
    return job;
}

}  // namespace

void grid_groups(int n, int sx, int sy, int blocks, float* d_y, const float* d_A, const float* d_x,
                 const float* d_b, float* d_partial) {
    demand(n, {sx, sy});
    kit::require(blocks >= 0, "blocks must not be negative, but is %d", blocks);
    const int fit = resident<meet>({sx, sy});
    Job job = plan(n, {sx, sy}, blocks > 0 ? blocks : fit);
    job.A = d_A, job.x = d_x, job.b = d_b, job.y = d_y, job.partial = d_partial;
    std::array<void*, 1> arguments{&job};
    CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(meet),
                                           blocks > 0 ? blocks : std::min(fit, job.tasks()), dim3(sx, sy),
                                           arguments.data(), sizeof(double) * sx * sy, cudaStreamPerThread));
}

void last_block(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                const float* d_b, float* d_partial) {
    demand(n, {sx, sy});
    Job job = plan(n, {sx, sy}, resident<draw>({sx, sy}));
    job.A = d_A, job.x = d_x, job.b = d_b, job.y = d_y, job.partial = d_partial;
    draw<<<dim3(job.parts, job.groups()), dim3(sx, sy), sizeof(double) * sx * sy>>>(job);
    CUDA_CHECK(cudaGetLastError());
}
