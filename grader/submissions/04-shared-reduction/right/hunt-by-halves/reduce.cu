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
    Q[j] = j < m ? A[i * m + j] * x[j] : 0.0f;

    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();  // everyone's part of the previous step is in Q
        if (j < stride) Q[j] += Q[j + stride];
    }

    if (j == 0) y[i] = Q[0] + b[i];
}

void reduce_shared(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    int threads = 1;
    while (threads < m) threads *= 2;
    reduce_shared_kernel<<<n, threads>>>(m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 2: the tree in registers. blockDim.x is a multiple of 32, at least m.

__device__ float sum_of_warp(float value) {
    for (int offset = warp_size / 2; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;  // the warp's sum in lane 0; the other lanes' values mean nothing
}

__global__ void reduce_shuffle_kernel(int m, float* y, const float* A, const float* x,
                                      const float* b) {
    __shared__ float partial[warp_size];  // one sum per warp; a block has at most 32 warps
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
    int threads = (m + warp_size - 1) / warp_size * warp_size;
    reduce_shuffle_kernel<<<n, threads>>>(m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
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
        adds = j < stride && j + stride < 2 * stride;
        const float other = adds ? Q[j + stride] : 0.0f;
        if (adds) Q[j] = Q[j] + other;
    }
    if (j == 0) y[i] = Q[0] + b[i];
}

void textbook(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    textbook_kernel<<<n, m>>>(m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}
