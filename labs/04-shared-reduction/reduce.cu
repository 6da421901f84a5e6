// Lab 04: y = A x + b with one block per row: a block's threads multiply, then reduce by a tree.
// The interface is in lab.hpp, the task in README.md. A is row-major: A[i * m + j], m <= 1024.
#include "kit/error.hpp"
#include "lab.hpp"

constexpr int max_columns = 1024;  // also the largest number of threads in a block
constexpr int warp_size = 32;

// ---- Rung 1: the tree in shared memory. blockDim.x is a power of two, at least m.

__global__ void reduce_shared_kernel(int m, float* y, const float* A, const float* x,
                                     const float* b) {
    __shared__ float Q[max_columns];
    int i = blockIdx.x;
    int j = threadIdx.x;
    // TODO: write this thread's product, or 0 beyond the row's end, to Q[j] (about 1 line)

    // TODO: for stride = blockDim.x / 2 down to 1, halving: wait, then add (about 4 lines)

    // TODO: let thread 0 store the row's result (about 1 line)
}

void reduce_shared(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    // TODO: launch n blocks; threads: the smallest power of two not below m (about 4 lines)
}

// ---- Rung 2: the tree in registers. blockDim.x is a multiple of 32, at least m.

__device__ float sum_of_warp(float value) {
    // TODO: by __shfl_down_sync, add from the lane 16, 8, 4, 2 and 1 above (about 2 lines)
    return value;  // the warp's sum in lane 0; the other lanes' values mean nothing
}

__global__ void reduce_shuffle_kernel(int m, float* y, const float* A, const float* x,
                                      const float* b) {
    __shared__ float partial[warp_size];  // one sum per warp; a block has at most 32 warps
    int i = blockIdx.x;
    int j = threadIdx.x;
    int lane = j % warp_size;
    int warp = j / warp_size;
    // TODO: sum each warp's products, then let the first warp sum the partial sums (about 8 lines)
}

void reduce_shuffle(int n, int m, float* d_y, const float* d_A, const float* d_x,
                    const float* d_b) {
    // TODO: launch n blocks of m threads, rounded up to whole warps (about 3 lines)
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
        // TODO: correct the guard above, so that no thread reads what another writes (about 1 line)
        if (adds) Q[j] += Q[j + stride];
    }
    if (j == 0) y[i] = Q[0] + b[i];
}

void textbook(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    textbook_kernel<<<n, m>>>(m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}
