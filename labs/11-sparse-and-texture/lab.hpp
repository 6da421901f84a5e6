// What lab 11 asks for: y = A x + b, for a sparse A, and for a dense A that is read through a
// texture. A has n rows and m columns; x has m elements, b and y have n. All pointers are device
// memory (d_), and only y may be written. Functions need not wait for their kernels, but a texture
// object must live until nobody reads it any more.
//
// A sparse A is stored as compressed sparse rows (CSR): its nonzeros lie row after row in
// d_values, d_columns says in which column each of them is, and those of row i are the elements
// d_row_start[i] up to d_row_start[i + 1], that one not included. d_row_start has n + 1 elements;
// the first is 0, the last is the number of nonzeros. Rows may be empty, all of them as well.
// Within a row the columns stand in any order, and one may stand there twice: then both count.
//
// n >= 1, nonzeros >= 0, and n + nonzeros is at most 2^30.
#pragma once

// Rung 1: one thread a row.
void csr_thread_a_row(int n, float* d_y, const int* d_row_start, const int* d_columns,
                      const float* d_values, const float* d_x, const float* d_b);

// Rung 2: one warp a row, its lanes' sums added by shuffles.
void csr_warp_a_row(int n, float* d_y, const int* d_row_start, const int* d_columns,
                    const float* d_values, const float* d_x, const float* d_b);

// Rung 3: every thread gets the same number of steps, a step being a nonzero or the end of a row.
void csr_merge_path(int n, int nonzeros, float* d_y, const int* d_row_start, const int* d_columns,
                    const float* d_values, const float* d_x, const float* d_b);

// Rung 4: a dense A, row-major with `pitch` elements from row to row: A[i * pitch + j]. pitch is
// at least m, and what lies between the rows is not part of A. In the first function A is a
// texture over linear memory, read by tex1Dfetch, in the second a texture of two dimensions over
// pitched memory, read by tex2D. Both make their texture object and destroy it again.
//
// n, m >= 1. What a texture cannot hold on every device the functions refuse: they throw an
// exception, with a sentence that names the size that is wrong, before they call CUDA (see
// kit/require.hpp). That is n * pitch > 2^27 in the first; in the second m > 131072, n > 65000,
// and a pitch that is no multiple of 8 elements, which are 32 bytes.
constexpr int most_linear_texels = 1 << 27;
constexpr int most_texels_wide = 131072, most_texels_high = 65000;
constexpr int pitch_alignment = 8;

void dense_texture_linear(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x,
                          const float* d_b);
void dense_texture_2d(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x,
                      const float* d_b);

// The same with plain loads, and with __ldg: these two are given, to compare with.
void dense_plain(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x,
                 const float* d_b);
void dense_ldg(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x,
               const float* d_b);
