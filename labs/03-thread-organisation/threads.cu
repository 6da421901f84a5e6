// Lab 03: which thread am I, and which data are mine? Grids and blocks in up to three dimensions.
// The interface is in lab.hpp, the task in README.md.
#include "kit/error.hpp"
#include "lab.hpp"

// ---- Rung 1: numbering threads.

// This thread's number in its block: x fastest, then y, then z.
__device__ int number_in_block() {
    int number = 0;
    // TODO: compute it from threadIdx and blockDim (about 1 line)
    return number;
}

// This thread's number in the grid: the threads of all earlier blocks come first.
__device__ int number_in_grid() {
    int number = 0;
    // TODO: number this block like a thread; count the threads of the blocks before it (about 3 lines)
    return number;
}

__global__ void list_kernel(int* list) {
    // TODO: write this thread's six indices to its place in the list (about 7 lines)
}

void list_threads(Extent grid, Extent block, int* d_list) {
    dim3 blocks(grid.x, grid.y, grid.z);
    dim3 threads(block.x, block.y, block.z);
    // TODO: launch list_kernel; report a launch that CUDA refuses (about 2 lines)
}

// ---- Rung 2: a grid over a matrix, and who wrote what.

__global__ void fill_kernel(int rows, int columns, int* x) {
    // TODO: compute this thread's row and column; where there is one, store its number (about 3 lines)
}

void matrix_fill(int rows, int columns, Extent block, int* d_x) {
    // TODO: launch enough blocks in both directions (about 4 lines)
}

// The indices that belong to a number, among `extent` threads or blocks: inverts the numbering.
Extent indices_of(int number, Extent extent) {
    Extent indices{0, 0, 0};
    // TODO: divide by the extent's lengths, and keep what is left over (about 3 lines)
    return indices;
}

Place place_of(int number, Extent grid, Extent block) {
    Place place;
    // TODO: find the block's number and the thread's, and the indices of both (about 3 lines)
    return place;
}

// ---- Rung 3: limits.

Limits query_limits() {
    Limits limits;
    // TODO: ask with cudaGetDeviceProperties, for the device in use (about 9 lines)
    return limits;
}

// Whether each length of `extent` is at least 1 and at most that of `most`.
bool lies_within(Extent extent, Extent most) {
    bool within = false;
    // TODO: compare in all three directions (about 2 lines)
    return within;
}

bool fits(const Limits& limits, Extent grid, Extent block) {
    bool fitting = false;
    // TODO: the grid, the block, and all threads of a block together must fit (about 2 lines)
    return fitting;
}

// ---- Rung 4: several matrices, in tiles. x selects the tile, y the row, and z the
// matrix.

constexpr int tile = 32;  // columns that one thread sums

__global__ void tiled_kernel(int matrices, int n, int m, int* y, const int* A, const int* x) {
    // TODO: find this thread's matrix, row and first column; add its tile's sum to y (about 9 lines)
}

void tiled_product(int matrices, int n, int m, int* d_y, const int* d_A, const int* d_x) {
    // TODO: set y to 0; launch blocks of 4 x 32 x 2 threads over tiles, rows, matrices (about 6 lines)
}
