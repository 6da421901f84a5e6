// Lab 11, rungs 1 to 3: y = A x + b for a sparse A in CSR form: a thread per row, a warp per row,
// and equal numbers of steps for all threads. The interface is in lab.hpp, the task in README.md.
// Row i's nonzeros are the elements row_start[i] <= k < row_start[i + 1] of columns and values.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include "kit/error.hpp"
namespace cg = cooperative_groups;
#include "lab.hpp"

constexpr int warp_size = 32;
constexpr unsigned int all_lanes = 0xffffffff;

int divide_up(int a, int b) {
    return (a + b - 1) / b;
}

// ---- Rung 1: one thread a row.

__global__ void thread_a_row_kernel(int n, float* y, const int* row_start, const int* columns,
                                    const float* values, const float* x, const float* b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = b[i];
    int end = row_start[i + 1];
    for (int k = row_start[i]; k < end; k++) sum += values[k] * x[columns[k]];
    y[i] = sum;
}

void csr_thread_a_row(int n, float* d_y, const int* d_row_start, const int* d_columns,
                      const float* d_values, const float* d_x, const float* d_b) {
    constexpr int threads = 128;
    thread_a_row_kernel<<<divide_up(n, threads), threads>>>(n, d_y, d_row_start, d_columns,
                                                            d_values, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 2: one warp a row.

__global__ void warp_a_row_kernel(int n, float* y, const int* row_start, const int* columns,
                                  const float* values, const float* x, const float* b) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / warp_size;
    int lane = threadIdx.x % warp_size;
    if (i >= n) return;  // the whole warp
    float sum = 0.0f;
    int end = row_start[i + 1];
    for (int k = row_start[i] + lane; k < end; k += warp_size) sum += values[k] * x[columns[k]];
    for (int distance = warp_size / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(all_lanes, sum, distance);
    if (lane == 0) y[i] = sum + b[i];
}

void csr_warp_a_row(int n, float* d_y, const int* d_row_start, const int* d_columns,
                    const float* d_values, const float* d_x, const float* d_b) {
    constexpr int threads = 128, rows = threads / warp_size;
    warp_a_row_kernel<<<divide_up(n, rows), threads>>>(n, d_y, d_row_start, d_columns, d_values,
                                                       d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 3: the merge path. It has n + nonzeros steps. A step goes to the next nonzero, or to
// the next row if the current row has no nonzero left.

constexpr int merge_threads = 128;  // of a block
constexpr int steps = 7;            // of a thread: odd, so that lanes meet different banks
constexpr int tile = merge_threads * steps;

// A position on the path: after `row` rows and `nonzero` nonzeros.
struct Place {
    int row, nonzero;
};

// The position on the path after `step` steps: row + nonzero = step. row_end[i] is the number of
// nonzeros up to the end of row i; the path leaves row i as soon as it has passed that many.
__device__ Place find_place(int step, int rows, int nonzeros, const int* row_end) {
    int low = max(0, step - nonzeros), high = min(step, rows);
    while (low < high) {
        int middle = (low + high) / 2;
        if (row_end[middle] <= step - 1 - middle)
            low = middle + 1;
        else
            high = middle;
    }
    return {low, step - low};
}

// Adds the lanes' sums to y, with one atomic operation for each row that the lanes share. A lane
// whose row is n has nothing to add. Rows never decrease from lane to lane.
__device__ void add_by_rows(int n, int row, float sum, float* y) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto mates = cg::labeled_partition(warp, row);
    const float all = cg::reduce(mates, sum, cg::plus<float>());
    if (mates.thread_rank() == 0 && row < n) atomicAdd(&y[row], all);
}

__global__ void start_kernel(int n, float* y, const float* b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = b[i];
}

// y contains b. A block takes `tile` steps of the path, and each thread `steps` of them.
__global__ void merge_path_kernel(int n, int nonzeros, float* y, const int* row_start,
                                  const int* columns, const float* values, const float* x,
                                  const float* b) {
    __shared__ float products[tile];  // of the tile's nonzeros
    __shared__ int row_end[tile];     // of the rows that end in the tile, counted from its start
    __shared__ Place corners[2];      // where the tile begins and ends

    if (threadIdx.x < 2) {
        int step = min((blockIdx.x + threadIdx.x) * tile, n + nonzeros);
        corners[threadIdx.x] = find_place(step, n, nonzeros, row_start + 1);
    }
    __syncthreads();
    Place begin = corners[0];
    int rows = corners[1].row - begin.row;
    int count = corners[1].nonzero - begin.nonzero;

    for (int k = threadIdx.x; k < count; k += merge_threads) {
        int nonzero = begin.nonzero + k;
        products[k] = values[nonzero] * x[columns[nonzero]];
    }
    for (int i = threadIdx.x; i < rows; i += merge_threads)
        row_end[i] = row_start[begin.row + i + 1] - begin.nonzero;
    __syncthreads();

    int step = min(threadIdx.x * steps, rows + count);
    int last_step = min(step + steps, rows + count);
    Place at = find_place(step, rows, count, row_end);
    bool is_whole = false;  // whether the current row begins in this thread's steps
    float sum = 0.0f;
    for (; step < last_step; step++) {
        if (at.row == rows || at.nonzero < row_end[at.row]) {
            sum += products[at.nonzero++];
            continue;
        }
        int row = begin.row + at.row++;
        if (is_whole)
            y[row] = b[row] + sum;
        else
            atomicAdd(&y[row], sum);
        is_whole = true;
        sum = 0.0f;
    }
    // What is left belongs to a row that goes on behind these steps.
    add_by_rows(n, begin.row + at.row, sum, y);
}

void csr_merge_path(int n, int nonzeros, float* d_y, const int* d_row_start, const int* d_columns,
                    const float* d_values, const float* d_x, const float* d_b) {
    start_kernel<<<divide_up(n, merge_threads), merge_threads>>>(n, d_y, d_b);
    CUDA_CHECK(cudaGetLastError());
    merge_path_kernel<<<divide_up(n + nonzeros, tile), merge_threads>>>(
        n, nonzeros, d_y, d_row_start, d_columns, d_values, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}
