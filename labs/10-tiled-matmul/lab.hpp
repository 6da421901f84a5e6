// The interface of lab 10: the matrix product C = A B. A has m rows and k columns, B has k rows and
// n columns, C has m rows and n columns. All are stored row by row in device memory, each at an
// address that is a multiple of 16 bytes: A[i * k + l], B[l * n + j], C[i * n + j]. m and n are at
// least 1; k may be 0, and then C is 0. Only C may be written, and no function needs to wait for
// its kernel.
//
// A grid that CUDA refuses is reported by kit::CudaError, which CUDA_CHECK throws.
#pragma once

// Rung 1: one thread per element of C, blocks of tile x tile threads. tile is 8, 16 or 32. For any
// other value, the function throws an exception whose message names tile, and launches nothing.
void multiply_tiled(int m, int n, int k, int tile, float* d_C, const float* d_A, const float* d_B);

// The first hunt: the product in tiles of 16, as a lecture prints it.
void textbook(int m, int n, int k, float* d_C, const float* d_A, const float* d_B);

// The second hunt: each thread computes eight elements of a column of C.
void strips(int m, int n, int k, float* d_C, const float* d_A, const float* d_B);

// Rung 2: each thread computes 4 x 4 elements of C in registers; a block computes 64 x 64.
void multiply_registers(int m, int n, int k, float* d_C, const float* d_A, const float* d_B);

// Rung 3: 8 x 8 elements per thread, 128 x 128 per block. Loads and stores four floats at a time,
// and loads the next tiles while the current ones are multiplied.
void multiply_vectors(int m, int n, int k, float* d_C, const float* d_A, const float* d_B);
