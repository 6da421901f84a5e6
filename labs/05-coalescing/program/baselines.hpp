// What lab 05's kernels are compared with: one thread a row, and that with one of the two changes
// that Block & Multiply makes at a time. A lies column by column, A[j * n + i], with n rows and m
// columns; all pointers are device memory. None of them waits.
#pragma once

namespace runner {

/// y = A x + b, one thread a row.
void naive(int n, int m, float* y, const float* A, const float* x, const float* b);

/// y = A^T x + b, one thread a column.
void naive_transposed(int n, int m, float* y, const float* A, const float* x, const float* b);

/// As naive, but blocks stage x in shared memory, `width` elements at a time.
void shared_only(int n, int m, float* y, const float* A, const float* x, const float* b, int width);

/// As naive, but a block takes `width` columns and adds its part to y; x is read where it lies.
void split_only(int n, int m, float* y, const float* A, const float* x, const float* b, int width);

/// Whether these two are there: students get them without their kernels, which are halves of
/// rung 1.
bool has_halves();

}  // namespace runner
