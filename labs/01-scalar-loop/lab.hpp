// The interface of lab 01: y = A x + b, computed by one CPU thread. A has n rows and m columns, x
// has m elements, b and y have n. All pointers are host memory. n, m >= 1 and n * m < 2^31, so an
// int can index A. Only y may be written.
#pragma once

// Gather: the outer loop runs over the outputs. Scatter: the outer loop runs over the inputs.
// Row-major: A[i * m + j]. Column-major: A[j * n + i].
void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b);
void scatter_row_major(int n, int m, float* y, const float* A, const float* x, const float* b);
void gather_column_major(int n, int m, float* y, const float* A, const float* x, const float* b);
void scatter_column_major(int n, int m, float* y, const float* A, const float* x, const float* b);
