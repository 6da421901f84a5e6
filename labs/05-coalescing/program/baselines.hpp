// Kernels to compare lab 05's with: one thread per row, and the same with only one of the two
// changes that Block & Multiply makes. A is stored column by column, A[j * n + i], with n rows and
// m columns. All pointers are device memory. None of them waits.
#pragma once

namespace runner {

/// y = A x + b, one thread per row.
void naive(int n, int m, float* y, const float* A, const float* x, const float* b);

/// y = A^T x + b, one thread per column.
void naive_transposed(int n, int m, float* y, const float* A, const float* x, const float* b);

/// Like naive, but blocks stage x in shared memory, `width` elements at a time.
void shared_only(int n, int m, float* y, const float* A, const float* x, const float* b, int width);

/// Like naive, but a block adds the part of `width` columns to y; x is read from global memory.
void split_only(int n, int m, float* y, const float* A, const float* x, const float* b, int width);

/// Whether these two exist. Students get them without their kernels, since each is a half of rung
/// 1.
bool has_halves();

}  // namespace runner
