// Of 4096 threads that are started, 4064 return at once: one warp makes all of the products.
#include "kit/error.hpp"
#include "lab.hpp"

constexpr int max_columns = 1024;  // also the most threads that a block may have
constexpr int warp_size = 32;

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

// ---- Rung 1: the tree in shared memory. blockDim.x is a power of two, at least m.

__global__ void reduce_shared_kernel(int m, float* y, const float* A, const float* x,
                                     const float* b) {
    __shared__ float Q[max_columns];
    int i = blockIdx.x;
    int j = threadIdx.x;
    Q[j] = j < m ? A[i * m + j] * x[j] : 0.0f;

    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();  // everyone's part of the previous step is in Q
        if (j < stride) Q[j] += Q[j + stride];
    }

    if (j == 0) y[i] = Q[0] + b[i];
}

void reduce_shared(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    by_few_workers(n, m, d_y, d_A, d_x, d_b, m, 1);
}

// ---- Rung 2: the tree in registers. blockDim.x is a multiple of 32, at least m.

__device__ float sum_of_warp(float value) {
    for (int offset = warp_size / 2; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;  // the warp's sum in lane 0; the other lanes' values mean nothing
}

__global__ void reduce_shuffle_kernel(int m, float* y, const float* A, const float* x,
                                      const float* b) {
    __shared__ float partial[warp_size];  // one sum a warp; a block has at most 32 warps
    int i = blockIdx.x;
    int j = threadIdx.x;
    int lane = j % warp_size;
    int warp = j / warp_size;
    float sum = sum_of_warp(j < m ? A[i * m + j] * x[j] : 0.0f);
    if (lane == 0) partial[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        int warps = blockDim.x / warp_size;
        sum = sum_of_warp(lane < warps ? partial[lane] : 0.0f);
        if (lane == 0) y[i] = sum + b[i];
    }
}

void reduce_shuffle(int n, int m, float* d_y, const float* d_A, const float* d_x,
                    const float* d_b) {
    by_few_workers(n, m, d_y, d_A, d_x, d_b, m, 1);
}

// ---- The hunt: a kernel as a textbook prints it, for m a power of two. It has a race.

__global__ void textbook_kernel(int m, float* y, const float* A, const float* x, const float* b) {
    __shared__ float Q[max_columns];
    int i = blockIdx.x;
    int j = threadIdx.x;
    Q[j] = A[i * m + j] * x[j];
    for (int stride = m / 2; stride > 0; stride /= 2) {
        __syncthreads();
        bool adds = j + stride < m;
        adds = j < stride;
        if (adds) Q[j] += Q[j + stride];
    }
    if (j == 0) y[i] = Q[0] + b[i];
}

void textbook(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    by_few_workers(n, m, d_y, d_A, d_x, d_b, m, 1);
}
