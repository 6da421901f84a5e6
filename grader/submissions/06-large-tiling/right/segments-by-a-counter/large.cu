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

// ---- Rung 2: many blocks. Each takes one segment of T rows.

__device__ int handed_out;  // how many segments blocks have asked for

__global__ void many_blocks_kernel(int n, int m, float* y, const float* A, const float* x,
                                   const float* b) {
    __shared__ float Q[T * Z];
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    __shared__ int next;
    for (;;) {
        if (threadIdx.x == 0) next = atomicAdd(&handed_out, 1);
        __syncthreads();
        int first = next * T;
        if (first >= n) break;
        int i = first + t;
        float sum = 0.0f;
        if (i < n)
            for (int j = z; j < m; j += Z) sum += A[i * m + j] * x[j];
        Q[t * Z + z] = sum;
        add_up(&Q[t * Z], z);
        if (z == 0 && i < n) y[i] = Q[t * Z] + b[i];
    }
    // The last block leaves the counter at 0 for the next launch.
    int segments = (n + T - 1) / T;
    if (threadIdx.x == 0 && next == segments + static_cast<int>(gridDim.x) - 1) handed_out = 0;
}

void many_blocks(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    many_blocks_kernel<<<min(528, (n + T - 1) / T), T * Z>>>(n, m, d_y, d_A, d_x, d_b);
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
        for (int k = threadIdx.x; k < width; k += T * Z) x_part[k] = x[first + k];
        __syncthreads();  // this part is complete
        if (i < n)
            for (int k = z; k < width; k += Z) sum += A[i * m + first + k] * x_part[k];
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
