// Lab 06: y = A x + b for large matrices. A block of T x Z threads takes T rows at a time, and the
// Z threads of a row take its columns in turn. The interface is in lab.hpp, the task in README.md.
// A is row-major: A[i * m + j].
#include "kit/error.hpp"
#include "lab.hpp"

constexpr int T = 8;     // rows that a block handles at the same time
constexpr int Z = 64;    // threads per row: a power of two
constexpr int X = 1024;  // elements of x that rung 3 stages at a time

// Sums the Z partial sums q[0] ... q[Z - 1] of one row by a tree. The sum is then in q[0], for the
// thread with z = 0. All threads of the block must call it, each for its row.
__device__ void add_up(float* q, int z) {
    // TODO: for stride = Z / 2 down to 1, halving: wait, then add, as in lab 04 (about 4 lines)
}

// ---- Rung 1: one block. It takes the rows in segments of T, one segment after the other.

__global__ void one_block_kernel(int n, int m, float* y, const float* A, const float* x,
                                 const float* b) {
    __shared__ float Q[T * Z];  // partial sums: those of the segment's row t begin at Q[t * Z]
    int t = threadIdx.x / Z;    // which row of the segment
    int z = threadIdx.x % Z;    // which thread of that row
    // TODO: for each segment: sum columns z, z + Z, ... of row t, add up, store (about 10 lines)
}

void one_block(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    // TODO: launch one block of T * Z threads (about 2 lines)
}

// ---- Rung 2: many blocks. Each takes one segment of T rows.

__global__ void many_blocks_kernel(int n, int m, float* y, const float* A, const float* x,
                                   const float* b) {
    __shared__ float Q[T * Z];
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    // TODO: the same for the one segment of this block (about 7 lines)
}

void many_blocks(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    // TODO: launch a block for each segment of T rows, the last one included (about 2 lines)
}

// ---- Rung 3: x staged. The T rows of a block share each element of x that the block loads.

__global__ void staged_x_kernel(int n, int m, float* y, const float* A, const float* x,
                                const float* b) {
    __shared__ float Q[T * Z];
    __shared__ float x_part[X];  // columns first ... first + X - 1
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    // TODO: for each part of x: load it together, wait, sum with it; then as before (about 13 lines)
}

void staged_x(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    // TODO: launch it like rung 2 (about 2 lines)
}

// ---- First hunt: one block, nearly as a textbook prints it. It is right on many machines.

__global__ void textbook_kernel(int n, int m, float* y, const float* A, const float* x,
                                const float* b) {
    __shared__ float Q[T * Z];
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    for (int first = 0; first < n; first += T) {
        int i = first + t;
        // TODO: one barrier is missing in this loop: find its place (about 1 line)
        Q[t * Z + z] = 0.0f;
        if (i < n)
            for (int j = z; j < m; j += Z) Q[t * Z + z] += A[i * m + j] * x[j];
        for (int stride = Z / 2; stride > 0; stride /= 2) {
            __syncthreads();
            if (z < stride) Q[t * Z + z] += Q[t * Z + z + stride];
        }
        if (z == 0 && i < n) y[i] = Q[t * Z] + b[i];
    }
}

void textbook(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    textbook_kernel<<<1, T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Second hunt: a block takes up to 4 segments, collects their sums, and stores them together.
// It is right if n is a multiple of T.

constexpr int rows_a_block = 4 * T;

__global__ void collected_kernel(int n, int m, float* y, const float* A, const float* x,
                                 const float* b) {
    __shared__ float Q[T * Z];
    __shared__ float sums[rows_a_block];
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    int first = blockIdx.x * rows_a_block;
    int rows = min(rows_a_block, n - first);  // of this block
    int end = rows;
    // TODO: correct `end`, so that every thread goes round equally often (about 1 line)
    for (int r = t; r < end; r += T) {
        float sum = 0.0f;
        if (r < rows)
            for (int j = z; j < m; j += Z) sum += A[(first + r) * m + j] * x[j];
        __syncthreads();
        Q[t * Z + z] = sum;
        for (int stride = Z / 2; stride > 0; stride /= 2) {
            __syncthreads();
            if (z < stride) Q[t * Z + z] += Q[t * Z + z + stride];
        }
        if (z == 0 && r < rows) sums[r] = Q[t * Z];
    }
    __syncthreads();
    int r = threadIdx.x;
    if (r < rows) y[first + r] = sums[r] + b[first + r];
}

void collected(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    collected_kernel<<<(n + rows_a_block - 1) / rows_a_block, T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}
