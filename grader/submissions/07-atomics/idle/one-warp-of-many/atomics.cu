// Of 4096 threads that are started, 4064 return at once: one warp makes all of the products.
#include <utility>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

constexpr int workers = 32, blocks_started = 16, threads_started = 256;

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

// ---- For all rungs.

bool is_power_of_two(int k) {
    return k >= 1 && (k & (k - 1)) == 0;
}

// Refuses, in words, what the kernels cannot work with.
void check_sizes(int n, int sx, int sy) {
    kit::require(n >= 1, "n must be at least 1, not %d", n);
    kit::require(sx >= 2 && is_power_of_two(sx), "sx must be a power of two from 2 on, not %d", sx);
    kit::require(is_power_of_two(sy), "sy must be a power of two, not %d", sy);
    // sx * sy might not fit an int.
    kit::require(sx <= 1024 / sy, "sx * sy must be at most 1024, not %d * %d", sx, sy);
}

int divide_up(int a, int b) {
    return (a + b - 1) / b;
}

// The sum of `value` over the threads with this thread's threadIdx.y: a tree as in lab 04, one for
// every row of the block. Only the threads with threadIdx.x == 0 get it. All threads must call it;
// the launch gives blockDim.x * blockDim.y floats of shared memory.
__device__ float sum_of_row(float value) {
    extern __shared__ float Q[];
    float* row = &Q[threadIdx.y * blockDim.x];
    int tx = threadIdx.x;
    row[tx] = value;
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (tx < stride) row[tx] += row[tx + stride];
    }
    return row[tx];
}

// ---- Rung 1: repeated launches. Every launch makes ceil(to_reduce / sx) sums of a row.

// Reads a matrix of n rows and to_reduce columns, writes one of n rows and gridDim.x columns: the
// sums of sx neighbours. The first launch multiplies (do_computation); the last, whose grid is one
// block wide, adds b.
__global__ void reduce_kernel(int n, bool do_computation, int to_reduce, float* to,
                              const float* from, const float* x, const float* b) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float value = 0.0f;
    if (i < n && j < to_reduce) {
        value = from[static_cast<size_t>(i) * to_reduce + j];
        if (do_computation) value *= x[j];
    }
    float sum = sum_of_row(value);
    if (threadIdx.x == 0 && i < n) {
        if (gridDim.x == 1) sum += b[i];
        to[static_cast<size_t>(i) * gridDim.x + blockIdx.x] = sum;
    }
}

void repeated_launches(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                       const float* d_b, float* d_buff1, float* d_buff2) {
    check_sizes(n, sx, sy);
    by_few_workers(n, n, d_y, d_A, d_x, d_b, n, 1);
}

// ---- Rung 2: shared memory and atomics. One launch; the blocks of a row meet in y.

__global__ void shared_atomics_kernel(int n, float* y, const float* A, const float* x) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = sum_of_row(i < n && j < n ? A[static_cast<size_t>(i) * n + j] * x[j] : 0.0f);
    if (threadIdx.x == 0 && i < n) atomicAdd(&y[i], sum);
}

void shared_atomics(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                    const float* d_b) {
    check_sizes(n, sx, sy);
    by_few_workers(n, n, d_y, d_A, d_x, d_b, n, 1);
}

// ---- Rung 3: atomics only. One launch; every product is an addition to y.

__global__ void atomics_only_kernel(int n, float* y, const float* A, const float* x) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) atomicAdd(&y[i], A[static_cast<size_t>(i) * n + j] * x[j]);
}

void atomics_only(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                  const float* d_b) {
    check_sizes(n, sx, sy);
    by_few_workers(n, n, d_y, d_A, d_x, d_b, n, 1);
}

// ---- The hunt: repeated launches with one buffer, for n a power of sx. It has a race.

// Thread 0 of each row of the block adds the row's sx values itself, to keep the kernel short.
__global__ void one_buffer_kernel(int n, bool do_computation, int from_pitch, int to_pitch,
                                  float* y, float* to, const float* from, const float* x,
                                  const float* b) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (threadIdx.x != 0 || i >= n) return;
    float sum = 0.0f;
    int sx = blockDim.x;
    for (int k = 0; k < sx; k++) {
        int j = blockIdx.x * sx + k;
        sum += from[i * from_pitch + j] * (do_computation ? x[j] : 1.0f);
    }
    if (gridDim.x > 1)
        to[i * to_pitch + blockIdx.x] = sum;
    else
        y[i] = sum + b[i];
}

void one_buffer(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                const float* d_b, float* d_buff) {
    check_sizes(n, sx, sy);
    by_few_workers(n, n, d_y, d_A, d_x, d_b, n, 1);
}
