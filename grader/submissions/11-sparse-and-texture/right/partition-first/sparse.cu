// Lab 11, rungs 1 to 3: y = A x + b for a sparse A in CSR form: a thread per row, a warp per row,
// and equal numbers of steps for all threads. The interface is in lab.hpp, the task in README.md.
// Row i's nonzeros are the elements row_start[i] <= k < row_start[i + 1] of columns and values.
#include <memory>

#include "kit/error.hpp"
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
    for (int k = row_start[i]; k < end; k++)
        sum = fmaf(__ldg(values + k), __ldg(x + __ldg(columns + k)), sum);
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
    for (int k = row_start[i] + lane; k < end; k += warp_size)
        sum = fmaf(__ldcs(values + k), __ldg(x + __ldcs(columns + k)), sum);
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
    int lane = threadIdx.x % warp_size;
    for (int distance = 1; distance < warp_size; distance *= 2) {
        int other_row = __shfl_up_sync(all_lanes, row, distance);
        float other_sum = __shfl_up_sync(all_lanes, sum, distance);
        if (lane >= distance && other_row == row) sum += other_sum;
    }
    int next_row = __shfl_down_sync(all_lanes, row, 1);
    bool is_last = lane == warp_size - 1 || next_row != row;
    if (is_last && row < n) atomicAdd(&y[row], sum);
}

// Also finds the corners of all tiles, one thread each.
__global__ void start_kernel(int n, int nonzeros, float* y, const float* b, const int* row_start,
                             Place* corners, int tiles) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = b[i];
    if (i <= tiles)
        corners[i] = find_place(min(i * tile, n + nonzeros), n, nonzeros, row_start + 1);
}

// y contains b. A block takes `tile` steps of the path, and each thread `steps` of them.
__global__ void merge_path_kernel(int n, int nonzeros, float* y, const int* row_start,
                                  const int* columns, const float* values, const float* x,
                                  const float* b, const Place* corners) {
    __shared__ float products[tile];  // of the tile's nonzeros
    __shared__ int row_end[tile];     // of the rows that end in the tile, counted from its start

    Place begin = corners[blockIdx.x], end = corners[blockIdx.x + 1];
    int rows = end.row - begin.row;
    int count = end.nonzero - begin.nonzero;

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
    const int tiles = divide_up(n + nonzeros, tile);
    const auto free_later = [](Place* places) { cudaFreeAsync(places, nullptr); };
    Place* allocated = nullptr;
    CUDA_CHECK(cudaMallocAsync(&allocated, sizeof(Place) * (tiles + 1), nullptr));
    const std::unique_ptr<Place, decltype(free_later)> corners(allocated, free_later);
    start_kernel<<<divide_up(max(n, tiles + 1), merge_threads), merge_threads>>>(
        n, nonzeros, d_y, d_b, d_row_start, corners.get(), tiles);
    CUDA_CHECK(cudaGetLastError());
    merge_path_kernel<<<tiles, merge_threads>>>(n, nonzeros, d_y, d_row_start, d_columns, d_values,
                                                d_x, d_b, corners.get());
    CUDA_CHECK(cudaGetLastError());
}
