// Lab 06: y = A x + b for large matrices. A block of T x Z threads takes T rows at a time, and the
// Z threads of a row take its columns in turn. The interface is in lab.hpp, the task in README.md.
// A is row-major: A[i * m + j].
#include <cuda/std/array>
#include <cuda/std/span>
#include <cuda/std/utility>

#include "kit/error.hpp"
#include "lab.hpp"

constexpr int T = 8;     // rows that a block handles at the same time
constexpr int Z = 64;    // threads per row: a power of two
constexpr int X = 1024;  // elements of x that rung 3 stages at a time

// Sums the Z partial sums q[0] ... q[Z - 1] of one row by a tree. The sum is then in q[0], for the
// thread with z = 0. All threads of the block must call it, each for its row.
__device__ void add_up(float* q, int z) {
    for (int stride = Z / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (z < stride) q[z] += q[z + stride];
    }
}

// ---- Rung 1: one block. It takes the rows in segments of T, one segment after the other.

__global__ void one_block_kernel(int n, int m, float* y, const float* A, const float* x,
                                 const float* b) {
    __shared__ float Q[T * Z];  // partial sums: those of the segment's row t begin at Q[t * Z]
    int t = threadIdx.x / Z;    // which row of the segment
    int z = threadIdx.x % Z;    // which thread of that row
    for (int first = 0; first < n; first += T) {  // as often for every thread: barriers follow
        int i = first + t;
        float sum = 0.0f;
        if (i < n)
            for (int j = z; j < m; j += Z) sum += A[i * m + j] * x[j];
        __syncthreads();  // the sums of the segment before have been read
        Q[t * Z + z] = sum;
        add_up(&Q[t * Z], z);
        if (z == 0 && i < n) y[i] = Q[t * Z] + b[i];
    }
}

void one_block(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    one_block_kernel<<<1, T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

using Floats = cuda::std::span<const float>;

// Which row of the block's segment, and which thread of that row.
__device__ cuda::std::pair<int, int> place_in_block() {
    return {threadIdx.x / Z, threadIdx.x % Z};
}

// The products of every Z-th element from `z` on.
__device__ float dot(Floats row, Floats x, int z) {
    float sum = 0.0f;
    for (size_t j = z; j < row.size(); j += Z) sum += row[j] * x[j];
    return sum;
}

// ---- Rung 2: many blocks. Each takes one segment of T rows.

__global__ void many_blocks_kernel(int n, int m, float* y, const float* A, const float* x,
                                   const float* b) {
    __shared__ cuda::std::array<cuda::std::array<float, Z>, T> Q;
    const auto [t, z] = place_in_block();
    const int i = blockIdx.x * T + t;
    Q[t][z] = i < n ? dot({A + static_cast<size_t>(i) * m, size_t(m)}, {x, size_t(m)}, z) : 0.0f;
    add_up(Q[t].data(), z);
    if (z == 0 && i < n) y[i] = Q[t][0] + b[i];
}

void many_blocks(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    many_blocks_kernel<<<(n + T - 1) / T, T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 3: x staged. The T rows of a block share each element of x that the block loads.

__global__ void staged_x_kernel(int n, int m, float* y, const float* A, const float* x,
                                const float* b) {
    __shared__ float Q[T * Z];
    __shared__ float x_part[X];  // columns first ... first + X - 1
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    int i = blockIdx.x * T + t;
    float sum = 0.0f;
    for (int first = 0; first < m; first += X) {
        int width = min(X, m - first);
        __syncthreads();  // the part before has been used by all
        const Floats source(x + first, width);
        for (size_t k = threadIdx.x; k < source.size(); k += T * Z) x_part[k] = source[k];
        __syncthreads();  // this part is complete
        if (i < n)
            sum += dot({A + static_cast<size_t>(i) * m + first, size_t(width)},
                       {x_part, size_t(width)}, z);
    }
    Q[t * Z + z] = sum;
    add_up(&Q[t * Z], z);
    if (z == 0 && i < n) y[i] = Q[t * Z] + b[i];
}

void staged_x(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    staged_x_kernel<<<(n + T - 1) / T, T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

// ---- First hunt: one block, nearly as a textbook prints it. It is right on many machines.

__global__ void textbook_kernel(int n, int m, float* y, const float* A, const float* x,
                                const float* b) {
    __shared__ float Q[T * Z];
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    for (int first = 0; first < n; first += T) {
        int i = first + t;
        __syncthreads();
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
    end = (rows + T - 1) / T * T;
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
