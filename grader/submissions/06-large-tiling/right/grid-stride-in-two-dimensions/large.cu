#include "kit/error.hpp"
#include "lab.hpp"

constexpr int T = 4;
constexpr int Z = 128;
constexpr int tile = 256;

__device__ void sum_row(double& value) {
    __shared__ double Q[T][Z];
    int z = threadIdx.x;
    double* q = Q[threadIdx.y];
    __syncthreads();
    q[z] = value;
    for (int stride = Z / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (z < stride) q[z] += q[z + stride];
    }
    if (z == 0) value = q[0];
}

__global__ void grid_stride(int n, int m, float* y, const float* A, const float* x,
                            const float* b) {
    for (int first = blockIdx.x * T; first < n; first += gridDim.x * T) {
        int i = first + threadIdx.y;
        double sum = 0;
        if (i < n)
            for (int j = threadIdx.x; j < m; j += Z) sum += A[i * m + j] * x[j];
        sum_row(sum);
        if (threadIdx.x == 0 && i < n) y[i] = static_cast<float>(sum + b[i]);
    }
}

void one_block(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    grid_stride<<<1, dim3(Z, T)>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

void many_blocks(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    int device = 0, multiprocessors = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    int blocks = min(4 * multiprocessors, (n + T - 1) / T);
    grid_stride<<<blocks, dim3(Z, T)>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void two_rows_a_thread(int n, int m, float* y, const float* A, const float* x,
                                  const float* b) {
    __shared__ float part[tile];
    int i = blockIdx.x * 2 * T + threadIdx.y;
    double upper = 0, lower = 0;
    for (int first = 0; first < m; first += tile) {
        __syncthreads();
        for (int k = threadIdx.y * Z + threadIdx.x; k < tile && first + k < m; k += T * Z)
            part[k] = x[first + k];
        __syncthreads();
        for (int k = threadIdx.x; k < tile && first + k < m; k += Z) {
            if (i < n) upper += A[i * m + first + k] * part[k];
            if (i + T < n) lower += A[(i + T) * m + first + k] * part[k];
        }
    }
    sum_row(upper);
    if (threadIdx.x == 0 && i < n) y[i] = static_cast<float>(upper + b[i]);
    sum_row(lower);
    if (threadIdx.x == 0 && i + T < n) y[i + T] = static_cast<float>(lower + b[i + T]);
}

void staged_x(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    two_rows_a_thread<<<(n + 2 * T - 1) / (2 * T), dim3(Z, T)>>>(n, m, d_y, d_A, d_x, d_b);
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
