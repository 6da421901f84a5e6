// The interface of lab 08: y = A x + b in one launch, with the work of a row split over several
// blocks. A is square and row-major, n rows and n columns; x, b and y have n elements. Blocks have
// sx * sy threads: sx columns (x) and sy rows (y). All pointers are device memory (d_). Only y and
// the partial sums may be written, and no function needs to wait for its kernel.
//
// n >= 1. sx and sy are powers of two; sx is at least 2, sy at least 1, sx * sy at most 1024, and
// blocks is at least 0. For any other values, the functions throw an exception whose message names
// the wrong size, and neither launch nor write anything: see kit/require.hpp.
//
// d_partial has space for n * ceil(n / sx) floats.
#pragma once

// Rung 1: one cooperative launch with partial sums, grid.sync() and final sums; no atomic
// operations. The grid has `blocks` blocks; if that is 0, as many as there is work for and are
// resident at once. A grid that is too large is reported as CUDA reports it, by kit::CudaError.
void grid_groups(int n, int sx, int sy, int blocks, float* d_y, const float* d_A, const float* d_x,
                 const float* d_b, float* d_partial);

// Rung 2: one ordinary launch; the last of the blocks that share rows computes their final sums.
void last_block(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                const float* d_b, float* d_partial);
