// The interface of lab 02: y = A x + b on the GPU. A is row-major with n rows and m columns, x has
// m elements, b and y have n; n, m >= 1 and n * m < 2^31. Only y may be written.
#pragma once

// Rung 1: all pointers are device memory (d_). One launch, one thread per row. Need not wait until
// the kernel has ended.
void gather(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b);

// Rung 2: all pointers are host memory. y is complete on return, and no device memory stays
// allocated. A failed CUDA call is reported by kit::CudaError, which CUDA_CHECK throws.
void matvec(int n, int m, float* y, const float* A, const float* x, const float* b);

// Rung 3: like gather, but with one thread per column, which adds to y by atomicAdd.
void scatter(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b);
