// Lab 05: products with a matrix stored column by column: with A itself, and with its transpose.
// The interface is in lab.hpp, the task in README.md. A has n rows and m columns: A[j * n + i].
#include "kit/error.hpp"
#include "lab.hpp"

constexpr int height = 256;     // threads per block, one per element of y: the BLOCK_HEIGHT
constexpr int max_width = 256;  // the largest BLOCK_WIDTH: a block's part of x
constexpr int tile = 32;        // rows and columns that a block transposes
constexpr int tile_step = 8;    // rows moved at a time; constant, so that the compiler unrolls

// ---- Rung 1: Block & Multiply. Block (p, q) takes the columns from p * width on and the rows from
// q * height on, and adds their products to y.

// For n elements: y begins as b, to which the blocks then add.
__global__ void start_kernel(int n, float* y, const float* b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = b[i];
}

__global__ void block_multiply_kernel(int n, int m, float* y, const float* A, const float* x,
                                      int width) {
    __shared__ float part[max_width];
    int t = threadIdx.x;
    int first = blockIdx.x * width;  // column
    int i = blockIdx.y * height + t;
    int count = min(width, m - first);
    if (t < count) part[t] = x[first + t];
    __syncthreads();

    if (i < n) {
        float sum = 0.0f;
#pragma unroll 8
        for (int k = 0; k < count; k++) sum += A[(first + k) * n + i] * part[k];
        atomicAdd(&y[i], sum);
    }
}

void block_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b,
                    int width) {
    start_kernel<<<(n + height - 1) / height, height>>>(n, d_y, d_b);
    CUDA_CHECK(cudaGetLastError());
    dim3 blocks((m + width - 1) / width, (n + height - 1) / height);
    block_multiply_kernel<<<blocks, height>>>(n, m, d_y, d_A, d_x, width);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 2, the hunt: Transposed Block & Multiply.

// The kernel as a paper prints it, with the paper's names: matrixHeight is n, matrixWidth is m.
__global__ void printed_kernel(float* out, const float* in, const float* a, int matrixHeight,
                               int matrixWidth, int BLOCK_WIDTH) {
    __shared__ float b[max_width];
    __shared__ int blockElt, blockxInd, blockyInd;
    if (threadIdx.x == 0) {
        if ((blockIdx.y + 1) * BLOCK_WIDTH <= matrixHeight)
            blockElt = matrixWidth % BLOCK_WIDTH;
        else
            blockElt = BLOCK_WIDTH;
        blockxInd = blockIdx.x * height;
        blockyInd = blockIdx.y * BLOCK_WIDTH;
    }
    if (threadIdx.x < blockElt) b[threadIdx.x] = in[blockxInd + threadIdx.x];
    float cSum = 0;
    int threadxInd = blockxInd + threadIdx.x;
    if (threadxInd < matrixWidth) {
        for (int i = 0; i < blockElt; i++)
            cSum += b[i] * a[threadxInd * matrixHeight + (blockyInd + i)];
        atomicAdd(out + threadxInd, cSum);
    }
}

void printed(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b,
             int width) {
    start_kernel<<<(m + height - 1) / height, height>>>(m, d_y, d_b);
    dim3 blocks((m + height - 1) / height, (n + width - 1) / width);
    printed_kernel<<<blocks, height>>>(d_y, d_x, d_A, n, m, width);
    CUDA_CHECK(cudaGetLastError());
}

// Block (p, q) takes the rows from p * width on and the columns from q * height on.
__global__ void block_multiply_transposed_kernel(int n, int m, float* y, const float* A,
                                                 const float* x, int width) {
    __shared__ float part[max_width];
    int t = threadIdx.x;
    int first = blockIdx.x * width;  // row
    int j = blockIdx.y * height + t;
    int count = min(width, n - first);
    if (t < count) part[t] = x[first + t];
    __syncthreads();
    if (j < m) {
        float sum = 0.0f;
        for (int k = 0; k < count; k++) sum += A[j * n + first + k] * part[k];
        atomicAdd(&y[j], sum);
    }
}

void block_multiply_transposed(int n, int m, float* d_y, const float* d_A, const float* d_x,
                               const float* d_b, int width) {
    start_kernel<<<(m + height - 1) / height, height>>>(m, d_y, d_b);
    CUDA_CHECK(cudaGetLastError());
    dim3 blocks((n + width - 1) / width, (m + height - 1) / height);
    block_multiply_transposed_kernel<<<blocks, height>>>(n, m, d_y, d_A, d_x, width);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 3: the transpose. A block of 32 x 8 threads handles a tile of 32 x 32.

__global__ void transpose_kernel(int n, int m, float* At, const float* A) {
    constexpr int pitch = tile + 1;
    __shared__ float part[tile * pitch];
    int first_row = blockIdx.x * tile;  // of A
    int first_column = blockIdx.y * tile;
    const int x = threadIdx.x, i = first_row + x;
#pragma unroll
    for (int k = 0; k < tile; k += tile_step) {
        const int column = k + threadIdx.y, j = first_column + column;
        if (i < n && j < m) part[column * pitch + x] = A[static_cast<size_t>(j) * n + i];
    }
    __syncthreads();

    const int j = first_column + x;
    if (j >= m) return;
#pragma unroll
    for (int k = 0; k < tile; k += tile_step) {
        const int row = k + threadIdx.y;
        if (first_row + row < n)
            At[static_cast<size_t>(first_row + row) * m + j] = part[x * pitch + row];
    }
}

void transpose(int n, int m, float* d_At, const float* d_A) {
    dim3 blocks((n + tile - 1) / tile, (m + tile - 1) / tile);
    dim3 threads(tile, tile_step);
    transpose_kernel<<<blocks, threads>>>(n, m, d_At, d_A);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 4: Transpose THEN Block & Multiply.

void transpose_then_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x,
                             const float* d_b, int width, float* d_At) {
    transpose(n, m, d_At, d_A);
    block_multiply(m, n, d_y, d_At, d_x, d_b, width);
}
