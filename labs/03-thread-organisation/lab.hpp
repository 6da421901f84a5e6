// What lab 03 asks for: grids and blocks in up to three dimensions. Pointers that begin with d_ are
// device memory. A launch that CUDA refuses is reported by kit::CudaError, which CUDA_CHECK throws.
#pragma once

// An extent in three directions: of a grid in blocks, of a block in threads. Or the indices of one
// block in its grid, or of one thread in its block.
struct Extent {
    int x = 1;
    int y = 1;
    int z = 1;
};

// Rung 1. Launches `grid` blocks of `block` threads, as they are given. Thread number k writes its
// indices to d_list[6 * k] ... d_list[6 * k + 5]: blockIdx.x, y, z, threadIdx.x, y, z. Threads are
// numbered through: those of a block follow each other, x fastest, then y, then z; and so do blocks.
void list_threads(Extent grid, Extent block, int* d_list);

// Rung 2. x has `rows` rows and `columns` columns, row by row. The threads of a two-dimensional grid
// of blocks cover it, x along the columns and y along the rows, the grid no larger than it must be;
// block.z is 1. Each element becomes the number of its thread, as in rung 1.
void matrix_fill(int rows, int columns, Extent block, int* d_x);

// The block and the thread that have number `number`: on the host, without a launch.
struct Place {
    Extent block_index;
    Extent thread_index;
};
Place place_of(int number, Extent grid, Extent block);

// Rung 3. What the current device allows a launch, as it answers itself.
struct Limits {
    int threads_per_block = 0;
    Extent block;  // the largest in each direction
    Extent grid;
    int multiprocessors = 0;
};
Limits query_limits();

// Whether a device with these limits takes a launch of `grid` blocks of `block` threads.
bool fits(const Limits& limits, Extent grid, Extent block);

// Rung 4. For each k < matrices: y_k = A_k x_k. The A_k, of n rows and m columns, lie one behind the
// other, row by row, as do the x_k of m and the y_k of n elements. A and x hold 0 and 1 only. One
// thread adds up a tile of 32 columns of one row.
void tiled_product(int matrices, int n, int m, int* d_y, const int* d_A, const int* d_x);
