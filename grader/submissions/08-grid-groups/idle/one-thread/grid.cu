// One thread makes all of the products.
#include <cooperative_groups.h>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

constexpr int workers = 1, blocks_started = 1, threads_started = 1;

// y = A x + b by the first `workers` threads of the grid, whatever its size: element (i, j) of A is
// A[i * row_step + j * column_step].
__global__ void few_workers_kernel(int rows, int columns, float* y, const float* A, const float* x,
                                   const float* b, int row_step, int column_step) {
    int worker = blockIdx.x * blockDim.x + threadIdx.x;
    if (worker >= workers) return;
    for (int i = worker; i < rows; i += workers) {
        float sum = b[i];
        for (int j = 0; j < columns; j++)
            sum +=
                A[static_cast<size_t>(i) * row_step + static_cast<size_t>(j) * column_step] * x[j];
        y[i] = sum;
    }
}

void by_few_workers(int rows, int columns, float* y, const float* A, const float* x, const float* b,
                    int row_step, int column_step) {
    few_workers_kernel<<<blocks_started, threads_started>>>(rows, columns, y, A, x, b, row_step,
                                                            column_step);
    CUDA_CHECK(cudaGetLastError());
}

// ---- For both rungs.

// Refuses, in words, what the kernels cannot work with: as in lab 07.
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
// with this thread's threadIdx.y. Only those with threadIdx.x == 0 get it. All threads must call
// it; the launch gives blockDim.x * blockDim.y floats of shared memory.
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

// Rows are taken sy at a time: the rows of a block.
int row_groups(int n, int sy) {
    return divide_up(n, sy);
}

constexpr int most_parts = 8;  // of a row, since one thread adds their sums

// Into how many parts to split a row, so that about `blocks` blocks have work.
int choose_parts(int n, int sx, int sy, int blocks) {
    return max(1, min(blocks / row_groups(n, sy), min(most_parts, divide_up(n, sx))));
}

// How many blocks of the kernel the device holds at a time.
int ask_for_residency(const void* kernel, int threads, size_t shared_bytes) {
    int device = 0, multiprocessors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes));
    return multiprocessors * blocks;
}

// The same, remembered from the latest call: the answer does not change, and the question takes the
// host about as long as a launch.
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

// The grid may have any number of blocks: each takes every gridDim.x-th task, a task being one part
// of one group of rows.
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
    grid.sync();

    for (int i = grid.thread_rank(); i < n; i += grid.size()) {
        float sum = b[i];
        for (int part = 0; part < parts; part++)
            sum += partial[static_cast<size_t>(i) * parts + part];
        y[i] = sum;
    }
}

void grid_groups(int n, int sx, int sy, int blocks, float* d_y, const float* d_A, const float* d_x,
                 const float* d_b, float* d_partial) {
    check_sizes(n, sx, sy);
    kit::require(blocks >= 0, "blocks must be at least 0, not %d", blocks);
    by_few_workers(n, n, d_y, d_A, d_x, d_b, n, 1);
}

// ---- Rung 2: the last block. No block waits for another.

constexpr int most_row_groups = 65535;  // what gridDim.y may be

// How many of the blocks of each group of rows have stored their partial sums: 0 before and after
// every launch.
__device__ unsigned int tickets[most_row_groups];

// Block (part, g) takes one part of the rows of group g.
__global__ void last_block_kernel(int n, float* y, const float* A, const float* x, const float* b,
                                  float* partial) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int parts = gridDim.x;
    float sum = sum_of_part(n, i, blockIdx.x, parts, A, x);
    if (threadIdx.x == 0 && i < n) partial[static_cast<size_t>(i) * parts + blockIdx.x] = sum;

    __shared__ bool is_last;
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        __threadfence();  // whoever sees the ticket taken sees the partial sums of this block
        is_last = atomicAdd(&tickets[blockIdx.y], 1) == parts - 1;
        __threadfence();
    }
    __syncthreads();

    if (!is_last) return;
    if (threadIdx.x == 0 && i < n) {
        sum = b[i];
        for (int part = 0; part < parts; part++)
            sum += partial[static_cast<size_t>(i) * parts + part];
        y[i] = sum;
    }
    if (threadIdx.x == 0 && threadIdx.y == 0) tickets[blockIdx.y] = 0;
}

void last_block(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                const float* d_b, float* d_partial) {
    check_sizes(n, sx, sy);
    by_few_workers(n, n, d_y, d_A, d_x, d_b, n, 1);
}
