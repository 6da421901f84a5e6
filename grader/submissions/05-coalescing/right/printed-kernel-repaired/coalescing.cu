// Blocks of 32 x 8: neighbours along the rows, 8 threads share a row's columns, and add through
// shared memory.
#include <cstddef>

#include "kit/error.hpp"
#include "lab.hpp"

struct Shape {
    int n, m;
};

constexpr int lanes = 32, slices = 8;

__global__ void start_kernel(int n, float* y, const float* b) {
    if (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n) y[i] = b[i];
}

__global__ void block_multiply_kernel(Shape shape, float* y, const float* A, const float* x,
                                      int width) {
    __shared__ float part[256];
    __shared__ float sums[slices][lanes];
    auto [n, m] = shape;
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * lanes + tx;
    int first = blockIdx.x * width, count = min(width, m - first);
    if (t < count) part[t] = x[first + t];
    __syncthreads();
    int i = blockIdx.y * lanes + tx;
    float sum = 0.0f;
    if (i < n)
        for (int j = ty; j < count; j += slices) sum += A[size_t(first + j) * n + i] * part[j];
    sums[ty][tx] = sum;
    __syncthreads();
    if (ty == 0 && i < n) {
        for (int s = 1; s < slices; s++) sum += sums[s][tx];
        atomicAdd(&y[i], sum);
    }
}

void block_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b,
                    int width) {
    start_kernel<<<(n + 255) / 256, 256>>>(n, d_y, d_b);
    CUDA_CHECK(cudaGetLastError());
    dim3 blocks((m + width - 1) / width, (n + lanes - 1) / lanes), threads(lanes, slices);
    block_multiply_kernel<<<blocks, threads>>>({n, m}, d_y, d_A, d_x, width);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void printed_kernel(float* out, const float* in, const float* a, int matrixHeight,
                               int matrixWidth, int BLOCK_WIDTH) {
    __shared__ float b[256];
    __shared__ int blockElt, blockxInd, blockyInd;
    if (threadIdx.x == 0) {
        if ((blockIdx.x + 1) * BLOCK_WIDTH <= matrixHeight)
            blockElt = BLOCK_WIDTH;
        else
            blockElt = matrixHeight % BLOCK_WIDTH;
        blockxInd = blockIdx.y * 256;
        blockyInd = blockIdx.x * BLOCK_WIDTH;
    }
    __syncthreads();
    if (threadIdx.x < blockElt) b[threadIdx.x] = in[blockyInd + threadIdx.x];
    __syncthreads();
    float cSum = 0;
    int threadxInd = blockxInd + threadIdx.x;
    if (threadxInd < matrixWidth) {
        for (int i = 0; i < blockElt; i++)
            cSum += b[i] * a[threadxInd * matrixHeight + (blockyInd + i)];
        atomicAdd(out + threadxInd, cSum);
    }
}

void block_multiply_transposed(int n, int m, float* d_y, const float* d_A, const float* d_x,
                               const float* d_b, int width) {
    start_kernel<<<(m + 255) / 256, 256>>>(m, d_y, d_b);
    CUDA_CHECK(cudaGetLastError());
    dim3 blocks((n + width - 1) / width, (m + 255) / 256);
    printed_kernel<<<blocks, 256>>>(d_y, d_x, d_A, n, m, width);
    CUDA_CHECK(cudaGetLastError());
}

void printed(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b,
             int width) {
    block_multiply_transposed(n, m, d_y, d_A, d_x, d_b, width);
}

// Four warps take a tile of 32 x 32, which lies transposed in shared memory.
template <int edge, int step>
__global__ void transpose_kernel(Shape shape, float* At, const float* A) {
    __shared__ float box[edge][edge + 1];
    const auto [n, m] = shape;
    const int base_i = blockIdx.x * edge, base_j = blockIdx.y * edge;
    const int rows = min(edge, n - base_i), columns = min(edge, m - base_j);
    for (int c = threadIdx.y; c < columns; c += step)
        if (threadIdx.x < rows)
            box[threadIdx.x][c] = A[size_t(base_j + c) * n + base_i + threadIdx.x];
    __syncthreads();
    for (int r = threadIdx.y; r < rows; r += step)
        if (threadIdx.x < columns)
            At[size_t(base_i + r) * m + base_j + threadIdx.x] = box[r][threadIdx.x];
}

void transpose(int n, int m, float* d_At, const float* d_A) {
    transpose_kernel<32, 4><<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 4)>>>({n, m}, d_At, d_A);
    CUDA_CHECK(cudaGetLastError());
}

void transpose_then_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x,
                             const float* d_b, int width, float* d_At) {
    transpose(n, m, d_At, d_A), block_multiply(m, n, d_y, d_At, d_x, d_b, width);
}
