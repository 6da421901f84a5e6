// The interface of lab 03: grids and blocks in up to three dimensions. Pointers beginning with d_
// are device memory. A launch that CUDA refuses throws kit::CudaError, as CUDA_CHECK does. Lengths
// are at least 1, except in grids and blocks that are to be refused; all counts fit in an int.
#pragma once

// The lengths of a grid in blocks, or of a block in threads, in three dimensions. Or the indices of
// one block in its grid, or of one thread in its block.
struct Extent {
    int x = 1;
    int y = 1;
    int z = 1;
};

// Rung 1. Launches `grid` blocks of `block` threads. Thread number k writes its indices to d_list[6
// * k] ... d_list[6 * k + 5]: blockIdx.x, y, z, threadIdx.x, y, z. A block's threads are numbered
// consecutively, x fastest, then y, then z; blocks are numbered in the same way.
void list_threads(Extent grid, Extent block, int* d_list);

// Rung 2. x has `rows` rows and `columns` columns, row by row. A two-dimensional grid of blocks
// covers it, with x along the columns and y along the rows. The grid is no larger than necessary;
// block.z is 1. Each element becomes the number of its thread, numbered as in rung 1.
void matrix_fill(int rows, int columns, Extent block, int* d_x);

// The block and the thread with the number `number`, computed on the host without a launch.
struct Place {
    Extent block_index;
    Extent thread_index;
};
Place place_of(int number, Extent grid, Extent block);

// Rung 3. The current device's limits for a launch, queried from the device.
struct Limits {
    int threads_per_block = 0;
    Extent block;  // the largest length in each dimension
    Extent grid;
    int multiprocessors = 0;
};
Limits query_limits();

// Whether a device with these limits accepts a launch of `grid` blocks of `block` threads.
bool fits(const Limits& limits, Extent grid, Extent block);

// Rung 4. For each k < matrices: y_k = A_k x_k. The A_k have n rows and m columns, and are stored
// one after the other, row by row, as are the x_k of m and the y_k of n elements. A and x contain
// only 0 and 1. One thread sums a tile of 32 columns of one row.
void tiled_product(int matrices, int n, int m, int* d_y, const int* d_A, const int* d_x);
