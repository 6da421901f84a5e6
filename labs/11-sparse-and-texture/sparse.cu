// Lab 11, rungs 1 to 3: y = A x + b for a sparse A in CSR form: a thread per row, a warp per row,
// and equal numbers of steps for all threads. The interface is in lab.hpp, the task in README.md.
// Row i's nonzeros are the elements row_start[i] <= k < row_start[i + 1] of columns and values.
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
    // TODO: if there is a row i, add its nonzeros' products to b[i] and store y[i] (about 5 lines)
}

void csr_thread_a_row(int n, float* d_y, const int* d_row_start, const int* d_columns,
                      const float* d_values, const float* d_x, const float* d_b) {
    // TODO: launch a thread for each row, in blocks of 128, and check the launch (about 4 lines)
}

// ---- Rung 2: one warp a row.

__global__ void warp_a_row_kernel(int n, float* y, const int* row_start, const int* columns,
                                  const float* values, const float* x, const float* b) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / warp_size;
    int lane = threadIdx.x % warp_size;
    if (i >= n) return;  // the whole warp
    float sum = 0.0f;
    // TODO: sum this lane's products: every 32nd nonzero of the row (about 2 lines)
    // TODO: add up the lanes' sums by shuffles; one lane stores y[i] (about 3 lines)
}

void csr_warp_a_row(int n, float* d_y, const int* d_row_start, const int* d_columns,
                    const float* d_values, const float* d_x, const float* d_b) {
    // TODO: launch a warp for each row, in blocks of 128 threads, and check the launch (about 4 lines)
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
    // TODO: halve [low, high] until it is one: how many rows end within these steps? (about 7 lines)
    return {low, step - low};
}

// Adds the lanes' sums to y, with one atomic operation for each row that the lanes share. A lane
// whose row is n has nothing to add. Rows never decrease from lane to lane.
__device__ void add_by_rows(int n, int row, float sum, float* y) {
    int lane = threadIdx.x % warp_size;
    // TODO: let the last lane of each row have the sum of all lanes of that row (about 5 lines)
    // TODO: let the last lane of each row add it to y, others' additions in mind (about 3 lines)
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

    // TODO: fill products and row_end, neighbouring threads with neighbouring elements (about 7 lines)

    int step = min(threadIdx.x * steps, rows + count);
    int last_step = min(step + steps, rows + count);
    Place at = find_place(step, rows, count, row_end);
    bool is_whole = false;  // whether the current row begins in this thread's steps
    float sum = 0.0f;
    // TODO: walk. A row that ends here is stored if all of it was seen, added to y if not (about 13 lines)
    // What is left belongs to a row that goes on behind these steps.
    add_by_rows(n, begin.row + at.row, sum, y);
}

void csr_merge_path(int n, int nonzeros, float* d_y, const int* d_row_start, const int* d_columns,
                    const float* d_values, const float* d_x, const float* d_b) {
    start_kernel<<<divide_up(n, merge_threads), merge_threads>>>(n, d_y, d_b);
    CUDA_CHECK(cudaGetLastError());
    // TODO: launch a block for each tile of the n + nonzeros steps, and check the launch (about 3 lines)
}
