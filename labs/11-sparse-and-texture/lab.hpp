// The interface of lab 11: y = A x + b, for a sparse A, and for a dense A that is read through a
// texture. A has n rows and m columns; x has m elements, b and y have n. All pointers are device
// memory (d_), and only y may be written. Functions need not wait for their kernels, but a texture
// object must live until the last read through it.
//
// A sparse A is stored as compressed sparse rows (CSR): its nonzeros are stored row after row in
// d_values, and d_columns holds the column of each of them. The nonzeros of row i are the elements
// from d_row_start[i] up to, but not including, d_row_start[i + 1]. d_row_start has n + 1 elements;
// the first is 0, the last is the number of nonzeros. Any rows may be empty, even all. Within a
// row, the columns are in any order. A column may occur twice: then both elements count.
//
// n >= 1, nonzeros >= 0, and n + nonzeros is at most 2^30.
#pragma once

// Rung 1: one thread a row.
void csr_thread_a_row(int n, float* d_y, const int* d_row_start, const int* d_columns,
                      const float* d_values, const float* d_x, const float* d_b);

// Rung 2: one warp per row, with a reduction of its lanes' sums by shuffles.
void csr_warp_a_row(int n, float* d_y, const int* d_row_start, const int* d_columns,
                    const float* d_values, const float* d_x, const float* d_b);

// Rung 3: every thread gets the same number of steps; a step is a nonzero or the end of a row.
void csr_merge_path(int n, int nonzeros, float* d_y, const int* d_row_start, const int* d_columns,
                    const float* d_values, const float* d_x, const float* d_b);

// Rung 4: a dense A, row-major with `pitch` elements from row to row: A[i * pitch + j]. pitch is at
// least m, and what is between the rows is not part of A. The first function reads A by tex1Dfetch,
// as a texture over linear memory. The second reads it by tex2D, as a two-dimensional texture over
// pitched memory. Both create their texture object and destroy it again.
//
// n, m >= 1. The functions refuse sizes that a texture cannot have on every device: before any CUDA
// call, they throw an exception whose message names the wrong size (see kit/require.hpp). In the
// first, this is n * pitch > 2^27; in the second m > 131072, n > 65000, and a pitch that is not a
// multiple of 8 elements (32 bytes).
constexpr int most_linear_texels = 1 << 27;
constexpr int most_texels_wide = 131072, most_texels_high = 65000;
constexpr int pitch_alignment = 8;

void dense_texture_linear(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x,
                          const float* d_b);
void dense_texture_2d(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x,
                      const float* d_b);

// The same with plain loads, and with __ldg. These two are given, for comparison.
void dense_plain(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x,
                 const float* d_b);
void dense_ldg(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x,
               const float* d_b);
