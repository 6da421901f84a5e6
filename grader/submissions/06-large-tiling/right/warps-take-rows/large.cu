#include "kit/error.hpp"
#include "lab.hpp"

constexpr int warp_size = 32;

__device__ float sum_of_warp(float value) {
    for (int offset = warp_size / 2; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

__global__ void rows_by_warps(int n, int m, float* y, const float* A, const float* x,
                              const float* b) {
    int lane = threadIdx.x % warp_size;
    int warps = gridDim.x * (blockDim.x / warp_size);
    for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / warp_size; i < n; i += warps) {
        float sum = 0;
        for (int j = lane; j < m; j += warp_size) sum += A[i * m + j] * x[j];
        sum = sum_of_warp(sum);
        if (lane == 0) y[i] = sum + b[i];
    }
}

void one_block(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    rows_by_warps<<<1, 1024>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

void many_blocks(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    rows_by_warps<<<(n + 3) / 4, 4 * warp_size>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

constexpr int rows = 8;

__global__ void eight_rows_a_block(int n, int m, float* y, const float* A, const float* x,
                                   const float* b) {
    __shared__ float partial[rows][warp_size];
    int lane = threadIdx.x % warp_size;
    int warp = threadIdx.x / warp_size;
    int first = blockIdx.x * rows;
    float sum[rows] = {};
    for (int j = threadIdx.x; j < m; j += blockDim.x) {
        float xj = x[j];
        for (int r = 0; r < rows; r++)
            if (first + r < n) sum[r] += A[(first + r) * m + j] * xj;
    }
    for (int r = 0; r < rows; r++) {
        float whole = sum_of_warp(sum[r]);
        if (lane == 0) partial[r][warp] = whole;
    }
    __syncthreads();
    int i = first + warp;
    float whole = sum_of_warp(lane < blockDim.x / warp_size ? partial[warp][lane] : 0.0f);
    if (lane == 0 && i < n) y[i] = whole + b[i];
}

void staged_x(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    eight_rows_a_block<<<(n + rows - 1) / rows, rows * warp_size>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

constexpr int T = 8;
constexpr int Z = 64;

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
