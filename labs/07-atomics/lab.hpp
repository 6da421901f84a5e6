// What lab 07 asks for: y = A x + b with A square and row-major, n rows and n columns; x, b and y
// have n elements. Blocks of sx * sy threads: sx columns (x) and sy rows (y) of A. All pointers are
// device memory (d_), only y and the buffers may be written, and none of the functions needs to
// wait for its kernels.
//
// n >= 1. sx and sy are powers of two, sx is at least 2, sy at least 1, sx * sy at most 1024. Given
// anything else, the three rungs throw an exception, with a sentence that names the size that is
// wrong, and neither launch nor write anything: see kit/require.hpp.
#pragma once

// Rung 1: one launch for every factor of sx by which the row's sums become fewer. The two buffers
// have room for n * ceil(n / sx) floats each.
void repeated_launches(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                       const float* d_b, float* d_buff1, float* d_buff2);

// Rung 2: one launch; every block adds its share of a row to y by an atomic addition.
void shared_atomics(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                    const float* d_b);

// Rung 3: one launch; every thread adds its product to y by an atomic addition.
void atomics_only(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                  const float* d_b);

// The hunt: repeated launches as a project report has them, with a race, to be found and repaired.
// n is a power of sx, and sizes are right. The buffer has room for 2 * n * n / sx floats.
void one_buffer(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                const float* d_b, float* d_buff);
