// Lab 07: y = A x + b with the work of a row split over several blocks. Their partial sums are
// combined by further launches or by atomic additions. The interface is in lab.hpp, the task in
// README.md. A is square and row-major: A[i * n + j]. A block has sx * sy threads.
#include <utility>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

// ---- For all rungs.

bool is_power_of_two(int k) {
    return k >= 1 && (k & (k - 1)) == 0;
}

// Throws an exception with a message if the kernels cannot handle these sizes.
void check_sizes(int n, int sx, int sy) {
    // TODO: kit::require what lab.hpp requires of n, sx, sy and sx * sy (about 4 lines)
}

int divide_up(int a, int b) {
    return (a + b - 1) / b;
}

// The sum of `value` over the threads with the same threadIdx.y: a tree as in lab 04, one for each
// row of the block. Only the threads with threadIdx.x == 0 get the sum. All threads must call it.
// The launch must give blockDim.x * blockDim.y floats of shared memory.
__device__ float sum_of_row(float value) {
    extern __shared__ float Q[];
    float* row = &Q[threadIdx.y * blockDim.x];
    int tx = threadIdx.x;
    // TODO: put value into row[tx]; add as a tree, so that row[0] becomes the sum (about 5 lines)
    return row[tx];
}

// ---- Rung 1: repeated launches. Each launch leaves ceil(to_reduce / sx) sums per row.

// Reads a matrix of n rows and to_reduce columns, and writes one of n rows and gridDim.x columns:
// the sums of sx neighbours. The first launch multiplies (do_computation). The last one, with a
// grid that is one block wide, adds b.
__global__ void reduce_kernel(int n, bool do_computation, int to_reduce, float* to,
                              const float* from, const float* x, const float* b) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    // TODO: read an element, or 0 outside; multiply if asked to; sum; store the row's sum (about 10 lines)
}

void repeated_launches(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                       const float* d_b, float* d_buff1, float* d_buff2) {
    // TODO: check the sizes; launch until one sum a row is left, and write that to y (about 16 lines)
}

// ---- Rung 2: shared memory and atomics. One launch; the blocks of a row meet in y.

__global__ void shared_atomics_kernel(int n, float* y, const float* A, const float* x) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    // TODO: sum the products of this block's part of row i; add that to y[i] (about 2 lines)
}

void shared_atomics(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                    const float* d_b) {
    // TODO: check the sizes; set y to b by cudaMemcpyAsync; launch once (about 5 lines)
}

// ---- Rung 3: atomics only. One launch; every product is added to y by itself.

__global__ void atomics_only_kernel(int n, float* y, const float* A, const float* x) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    // TODO: add this thread's product to y[i]; no shared memory, no barrier (about 1 line)
}

void atomics_only(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                  const float* d_b) {
    // TODO: as in rung 2, with atomics_only_kernel (about 5 lines)
}

// ---- The hunt: repeated launches with one buffer, for n a power of sx. It has a race.

// Thread 0 of each row of the block sums the row's sx values alone, to keep the kernel short.
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
    const float* from = d_A;
    float* to = d_buff;
    int pitch = n / sx;  // from one row of the buffer to the next
    for (int to_reduce = n; to_reduce > 1; to_reduce /= sx) {
        bool do_computation = to_reduce == n;
        dim3 block(sx, sy), grid(to_reduce / sx, (n + sy - 1) / sy);
        one_buffer_kernel<<<grid, block>>>(n, do_computation, do_computation ? n : pitch, pitch,
                                           d_y, to, from, d_x, d_b);
        CUDA_CHECK(cudaGetLastError());
        from = to;
        // TODO: let no block of the next launch write what another one reads (about 1 line)
    }
}
