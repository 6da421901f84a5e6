// What lab 08 asks for: y = A x + b in one launch, with the work of a row split over several
// blocks. A is square and row-major, n rows and n columns; x, b and y have n elements. Blocks have
// sx * sy threads: sx columns (x) and sy rows (y). All pointers are device memory (d_), only y and
// the partial sums may be written, and neither function needs to wait for its kernel.
//
// n >= 1. sx and sy are powers of two, sx is at least 2, sy at least 1, sx * sy at most 1024, and
// blocks is at least 0. Given anything else, the functions throw an exception, with a sentence that
// names the size that is wrong, and neither launch nor write anything: see kit/require.hpp.
//
// d_partial has room for n * ceil(n / sx) floats.
#pragma once

// Rung 1: one cooperative launch; partial sums, grid.sync(), final sums; no atomic operations. The
// grid has as many blocks as asked for; 0: as many as there is work for, and as fit on the device
// at a time. A grid that does not fit is reported as CUDA reports it, by kit::CudaError.
void grid_groups(int n, int sx, int sy, int blocks, float* d_y, const float* d_A, const float* d_x,
                 const float* d_b, float* d_partial);

// Rung 2: one ordinary launch; the last of the blocks that share rows makes these rows' final sums.
void last_block(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                const float* d_b, float* d_partial);
