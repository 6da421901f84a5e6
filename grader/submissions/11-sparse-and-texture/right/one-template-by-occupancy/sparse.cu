// Lab 11, rungs 1 to 3: y = A x + b for a sparse A in CSR form: a thread per row, a warp per row,
// and equal numbers of steps for all threads. The interface is in lab.hpp, the task in README.md.
// Row i's nonzeros are the elements row_start[i] <= k < row_start[i + 1] of columns and values.
#include <type_traits>
#include "kit/error.hpp"
#include "lab.hpp"

constexpr int warp_size = 32;
constexpr unsigned int all_lanes = 0xffffffff;

int divide_up(int a, int b) {
    return (a + b - 1) / b;
}


namespace csr {
template <class T> struct Range {
    T *first, *last;
    __device__ T* begin() const { return first; }
    __device__ T* end() const { return last; }
};
struct Nonzero { int column; float value; };
struct Rows {
    int n; const int *start, *columns; const float* values;
    template <class F> __device__ void each(int i, int lane, int lanes, F f) const {
        for (int k = start[i] + lane, end = start[i + 1]; k < end; k += lanes) f(Nonzero{columns[k], values[k]});
    }
};
template <class Lanes>
__global__ void product(Rows A, float* y, const float* x, const float* b) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    constexpr int lanes = Lanes::value;
    for (int i = thread / lanes; i < A.n; i += gridDim.x * blockDim.x / lanes) {
        float sum = 0.0f;
        A.each(i, thread % lanes, lanes, [&sum, x](Nonzero a) { sum = __fmaf_rn(a.value, x[a.column], sum); });
        if constexpr (lanes > 1)
            for (int d = 1; d < lanes; d <<= 1) sum += __shfl_xor_sync(0xffffffff, sum, d, lanes);
        if (thread % lanes == 0) y[i] = b[i] + sum;
    }
}
template <int lanes>
void launch(Rows A, float* y, const float* x, const float* b) {
    int least = 0, threads = 0;
    CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&least, &threads, product<std::integral_constant<int, lanes>>, 0, 128));
    product<std::integral_constant<int, lanes>><<<divide_up(A.n, threads / lanes), threads>>>(A, y, x, b);
    CUDA_CHECK(cudaGetLastError());
}
}  // namespace csr

void csr_thread_a_row(int n, float* d_y, const int* d_row_start, const int* d_columns, const float* d_values, const float* d_x, const float* d_b) {
    csr::launch<1>({n, d_row_start, d_columns, d_values}, d_y, d_x, d_b);
}
void csr_warp_a_row(int n, float* d_y, const int* d_row_start, const int* d_columns, const float* d_values, const float* d_x, const float* d_b) {
    csr::launch<32>({n, d_row_start, d_columns, d_values}, d_y, d_x, d_b);
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
