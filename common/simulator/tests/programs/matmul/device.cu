// The device half: owns the matrices and launches, through one macro for every tile size.
#include "matmul.cuh"

#include "matmul.h"

using linalg::Matrix;

namespace {

int failures = 0;

void check(cudaError_t error) { failures += error != cudaSuccess; }

Matrix make(int rows, int columns, float first, float step) {
    Matrix m{rows, columns, nullptr};
    check(cudaMalloc(&m.elements, sizeof(float) * rows * columns));
    const dim3 block(16, 4), grid((columns + 15) / 16, (rows + 3) / 4);
    linalg::fill<<<grid, block>>>(m, first, step);
    check(cudaGetLastError());
    return m;
}

}  // namespace

#define LAUNCH(TILE)                                                                     \
    case TILE:                                                                           \
        linalg::matrix_multiply<TILE>                                                    \
            <<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(TILE, TILE)>>>(C, A, B); \
        break

extern "C" int multiply_on_device(float* result, int m, int n, int k, int tile) {
    Matrix A = make(m, k, -3, 1), B = make(k, n, -2, 1), C{m, n, nullptr};
    check(cudaMalloc(&C.elements, sizeof(float) * m * n));
    switch (tile) {
        LAUNCH(4);
        LAUNCH(16);
        LAUNCH(32);
        default: return 1;
    }
    check(cudaGetLastError());
    check(cudaMemcpy(result, C.elements, sizeof(float) * m * n, cudaMemcpyDeviceToHost));
    for (Matrix matrix : {A, B, C}) check(cudaFree(matrix.elements));
    return failures;
}
