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
    // TODO: let y begin as b (about 2 lines)
}

__global__ void block_multiply_kernel(int n, int m, float* y, const float* A, const float* x,
                                      int width) {
    __shared__ float part[max_width];
    int t = threadIdx.x;
    int first = blockIdx.x * width;  // column
    int i = blockIdx.y * height + t;
    // TODO: find how many columns this block has, and stage their elements of x in part (about 3 lines)

    // TODO: multiply row i's elements in these columns, and add their sum to y[i] (about 6 lines)
}

void block_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b,
                    int width) {
    // TODO: launch start_kernel, then block_multiply_kernel with a grid of two dimensions (about 5 lines)
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
    // TODO: write what the printed kernel should have been (about 8 lines)
}

void block_multiply_transposed(int n, int m, float* d_y, const float* d_A, const float* d_x,
                               const float* d_b, int width) {
    // TODO: launch both kernels; mind which of n and m is which now (about 5 lines)
}

// ---- Rung 3: the transpose. A block of 32 x 8 threads handles a tile of 32 x 32.

__global__ void transpose_kernel(int n, int m, float* At, const float* A) {
    // TODO: declare the tile in shared memory so that its columns, too, meet 32 banks (about 1 line)
    int first_row = blockIdx.x * tile;  // of A
    int first_column = blockIdx.y * tile;
    // TODO: read the tile column by column, neighbouring threads neighbouring rows (about 6 lines)

    // TODO: write it column by column of At, neighbouring threads neighbouring rows of At (about 5 lines)
}

void transpose(int n, int m, float* d_At, const float* d_A) {
    // TODO: launch a block of 32 x 8 threads for each tile (about 4 lines)
}

// ---- Rung 4: Transpose THEN Block & Multiply.

void transpose_then_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x,
                             const float* d_b, int width, float* d_At) {
    // TODO: transpose, then multiply as in rung 1 (about 2 lines)
}
