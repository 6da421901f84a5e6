// What lab 10 asks for: the matrix product C = A B. A has m rows and k columns, B has k rows and n
// columns, C has m rows and n columns. All lie row by row in device memory, each from an address
// that is a multiple of 16 bytes: A[i * k + l], B[l * n + j], C[i * n + j]. m and n are at least 1;
// k may be 0, and then C is all 0. Only C may be written, and no function needs to wait for its
// kernel.
//
// A grid that CUDA refuses is reported by kit::CudaError, which CUDA_CHECK throws.
#pragma once

// Rung 1: one thread an element of C, blocks of tile x tile threads. tile is 8, 16 or 32; given
// anything else the function throws, with a sentence that names tile, and launches nothing.
void multiply_tiled(int m, int n, int k, int tile, float* d_C, const float* d_A, const float* d_B);

// The first hunt: the product in tiles of 16, as a lecture prints it.
void textbook(int m, int n, int k, float* d_C, const float* d_A, const float* d_B);

// The second hunt: eight elements of a column of C for each thread.
void strips(int m, int n, int k, float* d_C, const float* d_A, const float* d_B);

// Rung 2: 4 x 4 elements of C for each thread, in registers; 64 x 64 for a block.
void multiply_registers(int m, int n, int k, float* d_C, const float* d_A, const float* d_B);

// Rung 3: 8 x 8 elements for each thread, 128 x 128 for a block; loads and stores of four floats,
// and the next tiles on their way while these are multiplied.
void multiply_vectors(int m, int n, int k, float* d_C, const float* d_A, const float* d_B);
