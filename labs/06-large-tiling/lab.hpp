// The interface of lab 06: y = A x + b for large matrices. A is row-major with n rows and m
// columns, x has m elements, b and y have n; n, m >= 1 and n * m < 2^31. All pointers are device
// memory (d_). Only y may be written, and no function needs to wait for its kernel.
#pragma once

// Rung 1: one launch of one block, which takes the rows in segments of T.
void one_block(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b);

// Rung 2: one launch of many blocks, each with a few rows.
void many_blocks(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b);

// Rung 3: like rung 2, but x is loaded from global memory once for every 8 rows.
void staged_x(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b);

// Two hunts: kernels with an error about barriers to find and repair.
void textbook(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b);
void collected(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b);
