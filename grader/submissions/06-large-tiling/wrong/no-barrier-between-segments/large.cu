#include "kit/error.hpp"
#include "lab.hpp"

constexpr int T = 8;
constexpr int Z = 64;
constexpr int X = 1024;

__device__ void add_up(float* q, int z) {
    for (int stride = Z / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (z < stride) q[z] += q[z + stride];
    }
}

__global__ void one_block_kernel(int n, int m, float* y, const float* A, const float* x,
                                 const float* b) {
    __shared__ float Q[T * Z];
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    for (int first = 0; first < n; first += T) {
        int i = first + t;
        float sum = 0.0f;
        if (i < n)
            for (int j = z; j < m; j += Z) sum += A[i * m + j] * x[j];
        Q[t * Z + z] = sum;
        add_up(&Q[t * Z], z);
        if (z == 0 && i < n) y[i] = Q[t * Z] + b[i];
    }
}

void one_block(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    one_block_kernel<<<1, T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void many_blocks_kernel(int n, int m, float* y, const float* A, const float* x,
                                   const float* b) {
    __shared__ float Q[T * Z];
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    int i = blockIdx.x * T + t;
    float sum = 0.0f;
    if (i < n)
        for (int j = z; j < m; j += Z) sum += A[i * m + j] * x[j];
    Q[t * Z + z] = sum;
    add_up(&Q[t * Z], z);
    if (z == 0 && i < n) y[i] = Q[t * Z] + b[i];
}

void many_blocks(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    many_blocks_kernel<<<(n + T - 1) / T, T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void staged_x_kernel(int n, int m, float* y, const float* A, const float* x,
                                const float* b) {
    __shared__ float Q[T * Z];
    __shared__ float x_part[X];
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    int i = blockIdx.x * T + t;
    float sum = 0.0f;
    for (int first = 0; first < m; first += X) {
        int width = min(X, m - first);
        __syncthreads();
        for (int k = threadIdx.x; k < width; k += T * Z) x_part[k] = x[first + k];
        __syncthreads();
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

constexpr int rows_a_block = 4 * T;

__global__ void collected_kernel(int n, int m, float* y, const float* A, const float* x,
                                 const float* b) {
    __shared__ float Q[T * Z];
    __shared__ float sums[rows_a_block];
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    int first = blockIdx.x * rows_a_block;
    int rows = min(rows_a_block, n - first);
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
