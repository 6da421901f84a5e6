// The interface of lab 05: products with a matrix A stored column by column, A[j * n + i], with n
// rows and m columns; 1 <= n, m <= 2^20 and n * m < 2^31. All pointers are device memory (d_). A, x
// and b may only be read. No function needs to wait for its kernels. width is how much of the sum
// one block takes: 1 <= width <= 256.
#pragma once

// Rung 1: y = A x + b. x has m elements, b and y have n. A block takes `width` columns.
void block_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b,
                    int width);

// Rung 2, the hunt: y = A^T x + b. x has n elements, b and y have m. A block takes `width` rows of
// A.
void block_multiply_transposed(int n, int m, float* d_y, const float* d_A, const float* d_x,
                               const float* d_b, int width);

// The same as a paper prints it, to find its errors. Not graded.
void printed(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b,
             int width);

// Rung 3: the transpose of A, which has m rows and n columns, also stored column by column: element
// (j, i) is At[i * m + j].
void transpose(int n, int m, float* d_At, const float* d_A);

// Rung 4: y = A^T x + b, computed with the transpose. d_At has space for n * m elements, whose
// final contents do not matter.
void transpose_then_multiply(int n, int m, float* d_y, const float* d_A, const float* d_x,
                             const float* d_b, int width, float* d_At);
