// The interface of lab 04: y = A x + b with one block per row. A is row-major with n rows and m
// columns, x has m elements, b and y have n; n >= 1, 1 <= m <= 1024 and n * m < 2^31. All pointers
// are device memory (d_). Only y may be written, and no function needs to wait for its kernel.
#pragma once

// Rung 1: products into shared memory, then a log-step tree with barriers. Any m.
void reduce_shared(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b);

// Rung 2: the tree within each warp by shuffles, one barrier for the warps' sums. Any m.
void reduce_shuffle(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b);

// The hunt: a textbook's reduction with a race to find and repair. m is a power of two.
void textbook(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b);
