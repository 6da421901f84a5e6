// Lab 08: y = A x + b in one launch, with the work of a row split over several blocks. Either all
// blocks wait at a barrier of the grid, or the last one completes the sums. The interface is in
// lab.hpp, the task in README.md. A is square and row-major: A[i * n + j].
#include <cooperative_groups.h>

#include <utility>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

// ---- For both rungs.

// Throws an exception with a message if the kernels cannot handle these sizes, as in lab 07.
void check_sizes(int n, int sx, int sy) {
    const auto is_power_of_two = [](int k) { return k >= 1 && (k & (k - 1)) == 0; };
    kit::require(n >= 1, "n must be at least 1, not %d", n);
    kit::require(sx >= 2 && is_power_of_two(sx), "sx must be a power of two from 2 on, not %d", sx);
    kit::require(is_power_of_two(sy), "sy must be a power of two, not %d", sy);
    kit::require(sx <= 1024 / sy, "sx * sy must be at most 1024, not %d * %d", sx, sy);
}

int divide_up(int a, int b) {
    return (a + b - 1) / b;
}

// The sum of the products of row i in every `parts`th tile from tile `part` on, over the threads
// with the same threadIdx.y. Only those with threadIdx.x == 0 get it. All threads must call it. The
// launch must give blockDim.x * blockDim.y floats of shared memory.
__device__ float sum_of_part(int n, int i, int part, int parts, const float* A, const float* x) {
    extern __shared__ float Q[];
    float* row = &Q[threadIdx.y * blockDim.x];
    int tx = threadIdx.x;
    float sum = 0.0f;
    if (i < n)
        for (int j = part * blockDim.x + tx; j < n; j += parts * blockDim.x)
            sum += A[static_cast<size_t>(i) * n + j] * x[j];
    row[tx] = sum;
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (tx < stride) row[tx] += row[tx + stride];
    }
    sum = row[tx];
    __syncthreads();
    return sum;
}

// The number of groups of sy rows; a block handles the rows of a group.
int row_groups(int n, int sy) {
    return divide_up(n, sy);
}

constexpr int most_parts = 8;  // of a row, since one thread adds their sums

// The number of parts of a row, so that about `blocks` blocks have work.
int choose_parts(int n, int sx, int sy, int blocks) {
    return max(1, min(blocks / row_groups(n, sy), min(most_parts, divide_up(n, sx))));
}

// The number of blocks of the kernel that are resident on the device at once.
int ask_for_residency(const void* kernel, int threads, size_t shared_bytes) {
    int device = 0, multiprocessors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes));
    return multiprocessors * blocks;
}

// The same, cached from the latest call: the answer does not change, and the query takes the host
// about as long as a launch.
int resident_blocks(const void* kernel, int threads, size_t shared_bytes) {
    static const void* known_kernel = nullptr;
    static int known_threads = 0, blocks = 0;
    if (kernel != known_kernel || threads != known_threads) {
        blocks = ask_for_residency(kernel, threads, shared_bytes);
        known_kernel = kernel;
        known_threads = threads;
    }
    return blocks;
}

// ---- Rung 1: a barrier of the grid.

// The grid may have any number of blocks. Each takes every gridDim.x-th task; a task is one part of
// one group of rows.
__global__ void grid_groups_kernel(int n, int parts, float* y, const float* A, const float* x,
                                   const float* b, float* partial) {
    cg::grid_group grid = cg::this_grid();
    int tasks = (n + blockDim.y - 1) / blockDim.y * parts;
    for (int task = blockIdx.x; task < tasks; task += gridDim.x) {
        int i = task / parts * blockDim.y + threadIdx.y;
        int part = task % parts;
        float sum = sum_of_part(n, i, part, parts, A, x);
        if (threadIdx.x == 0 && i < n) {
            if (parts == 1)
                y[i] = sum + b[i];
            else
                partial[static_cast<size_t>(i) * parts + part] = sum;
        }
    }

    if (parts == 1) return;  // for all threads of the grid alike
    auto token = grid.barrier_arrive();
    const int own = grid.thread_rank();
    const float begin = own < n ? b[own] : 0.0f;
    grid.barrier_wait(std::move(token));

    for (int i = own; i < n; i += grid.size()) {
        float sum = i == own ? begin : b[i];
        for (int part = 0; part < parts; part++)
            sum += partial[static_cast<size_t>(i) * parts + part];
        y[i] = sum;
    }
}

void grid_groups(int n, int sx, int sy, int blocks, float* d_y, const float* d_A, const float* d_x,
                 const float* d_b, float* d_partial) {
    check_sizes(n, sx, sy);
    kit::require(blocks >= 0, "blocks must be at least 0, not %d", blocks);
    size_t shared_bytes = sizeof(float) * sx * sy;
    int resident =
        resident_blocks(reinterpret_cast<const void*>(grid_groups_kernel), sx * sy, shared_bytes);
    int parts = choose_parts(n, sx, sy, blocks > 0 ? blocks : resident);
    if (blocks == 0) blocks = min(resident, parts * row_groups(n, sy));
    void* arguments[] = {&n, &parts, &d_y, &d_A, &d_x, &d_b, &d_partial};
    CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(grid_groups_kernel),
                                           blocks, dim3(sx, sy), arguments, shared_bytes, 0));
}

// ---- Rung 2: the last block. No block waits for another.

constexpr int most_row_groups = 65535;  // the maximum of gridDim.y

// How many blocks of each group of rows have stored their partial sums: 0 before and after every
// launch.
__device__ unsigned int tickets[most_row_groups];

// Block (part, g) handles one part of the rows of group g.
__global__ void last_block_kernel(int n, float* y, const float* A, const float* x, const float* b,
                                  float* partial) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int parts = gridDim.x;
    float sum = sum_of_part(n, i, blockIdx.x, parts, A, x);
    if (threadIdx.x == 0 && i < n) partial[static_cast<size_t>(i) * parts + blockIdx.x] = sum;

    __shared__ bool is_last;
    const cg::thread_block block = cg::this_thread_block();
    block.sync();
    cg::invoke_one(block, [&] {
        __threadfence();
        is_last = atomicInc(&tickets[blockIdx.y], parts - 1) == parts - 1;
        __threadfence();
    });
    block.sync();

    if (!is_last) return;
    if (threadIdx.x == 0 && i < n) {
        sum = b[i];
        for (int part = 0; part < parts; part++)
            sum += partial[static_cast<size_t>(i) * parts + part];
        y[i] = sum;
    }
}

void last_block(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                const float* d_b, float* d_partial) {
    check_sizes(n, sx, sy);
    size_t shared_bytes = sizeof(float) * sx * sy;
    int resident =
        resident_blocks(reinterpret_cast<const void*>(last_block_kernel), sx * sy, shared_bytes);
    dim3 grid(choose_parts(n, sx, sy, resident), row_groups(n, sy));
    last_block_kernel<<<grid, dim3(sx, sy), shared_bytes>>>(n, d_y, d_A, d_x, d_b, d_partial);
    CUDA_CHECK(cudaGetLastError());
}
