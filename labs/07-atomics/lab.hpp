// The interface of lab 07: y = A x + b with A square and row-major, n rows and n columns; x, b and
// y have n elements. Blocks have sx * sy threads: sx columns (x) and sy rows (y) of A. All pointers
// are device memory (d_). Only y and the buffers may be written, and no function needs to wait for
// its kernels.
//
// n >= 1. sx and sy are powers of two; sx is at least 2, sy at least 1, sx * sy at most 1024. For
// any other sizes, the three rungs throw an exception whose message names the wrong size, and
// neither launch nor write anything: see kit/require.hpp.
#pragma once

// Rung 1: each launch reduces the number of a row's sums by the factor sx. Each of the two buffers
// has space for n * ceil(n / sx) floats.
void repeated_launches(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                       const float* d_b, float* d_buff1, float* d_buff2);

// Rung 2: one launch. Each block adds its part of a row to y by an atomic addition.
void shared_atomics(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                    const float* d_b);

// Rung 3: one launch. Each thread adds its product to y by an atomic addition.
void atomics_only(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                  const float* d_b);

// The hunt: repeated launches as in a project report, with a race to find and repair. n is a power
// of sx, and the sizes are valid. The buffer has space for 2 * n * n / sx floats.
void one_buffer(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                const float* d_b, float* d_buff);
