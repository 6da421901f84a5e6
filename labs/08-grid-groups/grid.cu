// Lab 08: y = A x + b in one launch, with the work of a row split over several blocks. Either all
// blocks wait at a barrier of the grid, or the last one completes the sums. The interface is in
// lab.hpp, the task in README.md. A is square and row-major: A[i * n + j].
#include <cooperative_groups.h>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

// ---- For both rungs.

// Throws an exception with a message if the kernels cannot handle these sizes, as in lab 07.
void check_sizes(int n, int sx, int sy) {
    // TODO: kit::require of n, sx, sy and sx * sy what lab 07 does (about 5 lines)
}

int divide_up(int a, int b) {
    return (a + b - 1) / b;
}

// The sum of the products of row i in every `parts`th tile from tile `part` on, over the threads
// with the same threadIdx.y. Only those with threadIdx.x == 0 get it. All threads must call it. The
// launch must give blockDim.x * blockDim.y floats of shared memory.
__device__ float sum_of_part(int n, int i, int part, int parts, const float* A, const float* x) {
    extern __shared__ float Q[];
    float* row = &Q[threadIdx.y * blockDim.x];
    int tx = threadIdx.x;
    float sum = 0.0f;
    // TODO: sum this thread's products: columns tx + blockDim.x * (part, part + parts, ...) (about 3 lines)
    // TODO: put sum into row[tx], and add as a tree, as in lab 07 (about 5 lines)
    sum = row[tx];
    // TODO: keep threads that are ahead from writing the next sum into Q too early (about 1 line)
    return sum;
}

// The number of groups of sy rows; a block handles the rows of a group.
int row_groups(int n, int sy) {
    return divide_up(n, sy);
}

constexpr int most_parts = 8;  // of a row, since one thread adds their sums

// The number of parts of a row, so that about `blocks` blocks have work.
int choose_parts(int n, int sx, int sy, int blocks) {
    return max(1, min(blocks / row_groups(n, sy), min(most_parts, divide_up(n, sx))));
}

// The number of blocks of the kernel that are resident on the device at once.
int ask_for_residency(const void* kernel, int threads, size_t shared_bytes) {
    int device = 0, multiprocessors = 0, blocks = 0;
    // TODO: multiprocessors: cudaDeviceGetAttribute; blocks on one: the occupancy query (about 4 lines)
    return multiprocessors * blocks;
}

// The same, cached from the latest call: the answer does not change, and the query takes the host
// about as long as a launch.
int resident_blocks(const void* kernel, int threads, size_t shared_bytes) {
    static const void* known_kernel = nullptr;
    static int known_threads = 0, blocks = 0;
    if (kernel != known_kernel || threads != known_threads) {
        blocks = ask_for_residency(kernel, threads, shared_bytes);
        known_kernel = kernel;
        known_threads = threads;
    }
    return blocks;
}

// ---- Rung 1: a barrier of the grid.

// The grid may have any number of blocks. Each takes every gridDim.x-th task; a task is one part of
// one group of rows.
__global__ void grid_groups_kernel(int n, int parts, float* y, const float* A, const float* x,
                                   const float* b, float* partial) {
    cg::grid_group grid = cg::this_grid();
    int tasks = (n + blockDim.y - 1) / blockDim.y * parts;
    // TODO: partial sums, task by task; where a row has one part only, its final sum (about 11 lines)

    if (parts == 1) return;  // for all threads of the grid alike
    // TODO: wait for all blocks (about 1 line)

    // TODO: final sums: every thread of the grid takes every size-th row (about 6 lines)
}

void grid_groups(int n, int sx, int sy, int blocks, float* d_y, const float* d_A, const float* d_x,
                 const float* d_b, float* d_partial) {
    check_sizes(n, sx, sy);
    kit::require(blocks >= 0, "blocks must be at least 0, not %d", blocks);
    size_t shared_bytes = sizeof(float) * sx * sy;
    int resident =
        resident_blocks(reinterpret_cast<const void*>(grid_groups_kernel), sx * sy, shared_bytes);
    int parts = choose_parts(n, sx, sy, blocks > 0 ? blocks : resident);
    // TODO: choose blocks if it is 0; launch by cudaLaunchCooperativeKernel (about 4 lines)
}

// ---- Rung 2: the last block. No block waits for another.

constexpr int most_row_groups = 65535;  // the maximum of gridDim.y

// How many blocks of each group of rows have stored their partial sums: 0 before and after every
// launch.
__device__ unsigned int tickets[most_row_groups];

// Block (part, g) handles one part of the rows of group g.
__global__ void last_block_kernel(int n, float* y, const float* A, const float* x, const float* b,
                                  float* partial) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int parts = gridDim.x;
    float sum = sum_of_part(n, i, blockIdx.x, parts, A, x);
    if (threadIdx.x == 0 && i < n) partial[static_cast<size_t>(i) * parts + blockIdx.x] = sum;

    __shared__ bool is_last;
    // TODO: when the whole block has stored, let one thread fence and take a ticket (about 7 lines)

    // TODO: in the last block, make the final sums and set the group's ticket to 0 again (about 8 lines)
}

void last_block(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                const float* d_b, float* d_partial) {
    check_sizes(n, sx, sy);
    size_t shared_bytes = sizeof(float) * sx * sy;
    // TODO: split rows so that the device is filled; launch parts * row groups blocks (about 5 lines)
}
