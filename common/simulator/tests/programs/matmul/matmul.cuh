// Kernels in a header, as a library keeps them: templated on the tile, every shape allowed.
#ifndef MATMUL_CUH
#define MATMUL_CUH

#include <cuda_runtime.h>

#define AS(i, j) As[i][j]
#define BS(i, j) Bs[i][j]

namespace linalg {

struct Matrix {
    int rows, columns;
    float* elements;

    __host__ __device__ float& at(int i, int j) const { return elements[i * columns + j]; }
};

template <int BLOCK_SIZE>
static __global__ void matrix_multiply(Matrix C, const Matrix A, const Matrix B) {
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE], Bs[BLOCK_SIZE][BLOCK_SIZE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * BLOCK_SIZE + ty;
    const int column = blockIdx.x * BLOCK_SIZE + tx;
    float sum = 0;
    for (int k0 = 0; k0 < A.columns; k0 += BLOCK_SIZE) {
        AS(ty, tx) = row < A.rows && k0 + tx < A.columns ? A.at(row, k0 + tx) : 0.0f;
        BS(ty, tx) = k0 + ty < B.rows && column < B.columns ? B.at(k0 + ty, column) : 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BLOCK_SIZE; ++k) sum += AS(ty, k) * BS(k, tx);
        __syncthreads();
    }
    if (row < C.rows && column < C.columns) C.at(row, column) = sum;
}

namespace {
__global__ void fill(Matrix m, float first, float step) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m.rows && j < m.columns) m.at(i, j) = first + step * ((i + 2 * j) % 7);
}
}  // namespace

}  // namespace linalg

#undef AS
#undef BS
#endif
