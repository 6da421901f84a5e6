// Lab 03: which thread am I, and which data are mine? Grids and blocks in up to three dimensions.
// The interface is in lab.hpp, the task in README.md.
#include "kit/error.hpp"
#include "lab.hpp"

// ---- Rung 1: numbering threads.

// This thread's number in its block: x fastest, then y, then z.
__device__ int number_in_block() {
    int number = 0;
    number = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    return number;
}

// This thread's number in the grid: the threads of all earlier blocks come first.
__device__ int number_in_grid() {
    int number = 0;
    int block_number = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int threads_of_block = blockDim.x * blockDim.y * blockDim.z;
    number = block_number * threads_of_block + number_in_block();
    return number;
}

__global__ void list_kernel(int* list) {
    int3* mine = reinterpret_cast<int3*>(list) + 2 * number_in_grid();
    mine[0] = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
    mine[1] = make_int3(threadIdx.x, threadIdx.y, threadIdx.z);
}

void list_threads(Extent grid, Extent block, int* d_list) {
    dim3 blocks(grid.x, grid.y, grid.z);
    dim3 threads(block.x, block.y, block.z);
    list_kernel<<<blocks, threads>>>(d_list);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 2: a grid over a matrix, and who wrote what.

__global__ void fill_kernel(int rows, int columns, int* x) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    if (column >= columns) return;
    int* row_begin = x + static_cast<size_t>(row) * columns;
    row_begin[column] = number_in_grid();
}

void matrix_fill(int rows, int columns, Extent block, int* d_x) {
    dim3 threads(block.x, block.y);
    dim3 blocks(1 + (columns - 1) / block.x, 1 + (rows - 1) / block.y);
    fill_kernel<<<blocks, threads>>>(rows, columns, d_x);
    CUDA_CHECK(cudaGetLastError());
}

// The indices that belong to a number, among `extent` threads or blocks: inverts the numbering.
Extent indices_of(int number, Extent extent) {
    Extent indices{0, 0, 0};
    const unsigned layer = static_cast<unsigned>(extent.x) * extent.y;
    indices.z = number / layer;
    number -= indices.z * layer;
    indices.y = number / extent.x;
    indices.x = number - indices.y * extent.x;
    return indices;
}

Place place_of(int number, Extent grid, Extent block) {
    Place place;
    const int volume = block.x * block.y * block.z, block_number = number / volume;
    place = {.block_index = indices_of(block_number, grid),
             .thread_index = indices_of(number - block_number * volume, block)};
    return place;
}

// ---- Rung 3: limits.

Limits query_limits() {
    Limits limits;
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    const auto ask = [device](int& answer, cudaDeviceAttr what) {
        CUDA_CHECK(cudaDeviceGetAttribute(&answer, what, device));
    };
    ask(limits.threads_per_block, cudaDevAttrMaxThreadsPerBlock);
    ask(limits.block.x, cudaDevAttrMaxBlockDimX);
    ask(limits.block.y, cudaDevAttrMaxBlockDimY);
    ask(limits.block.z, cudaDevAttrMaxBlockDimZ);
    ask(limits.grid.x, cudaDevAttrMaxGridDimX);
    ask(limits.grid.y, cudaDevAttrMaxGridDimY);
    ask(limits.grid.z, cudaDevAttrMaxGridDimZ);
    ask(limits.multiprocessors, cudaDevAttrMultiProcessorCount);
    return limits;
}

// Whether each length of `extent` is at least 1 and at most that of `most`.
bool lies_within(Extent extent, Extent most) {
    bool within = false;
    const auto between = [](int length, int greatest) { return 0 < length && length <= greatest; };
    within = between(extent.x, most.x) && between(extent.y, most.y) && between(extent.z, most.z);
    return within;
}

bool fits(const Limits& limits, Extent grid, Extent block) {
    bool fitting = false;
    if (!lies_within(grid, limits.grid) || !lies_within(block, limits.block)) return false;
    const long long threads = 1ll * block.x * block.y * block.z;
    fitting = threads <= limits.threads_per_block;
    return fitting;
}

// ---- Rung 4: several matrices, in tiles. x selects the tile, y the row, and z the
// matrix.

constexpr int tile = 32;  // columns that one thread sums

__global__ void tiled_kernel(int matrices, int n, int m, int* y, const int* A, const int* x) {
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * tile;
    if (k >= matrices || i >= n || first >= m) return;
    const int count = min(tile, m - first);
    const int* a = A + (static_cast<size_t>(k) * n + i) * m + first;
    const int* part = x + k * m + first;
    int sum = 0;
    for (int j = 0; j < count; j++) sum += a[j] * part[j];
    atomicAdd(y + k * n + i, sum);
}

void tiled_product(int matrices, int n, int m, int* d_y, const int* d_A, const int* d_x) {
    CUDA_CHECK(cudaMemset(d_y, 0, sizeof(int) * matrices * n));
    int tiles = (m + tile - 1) / tile;
    dim3 threads(4, 32, 2);
    dim3 blocks((tiles + 3) / 4, (n + 31) / 32, (matrices + 1) / 2);
    tiled_kernel<<<blocks, threads>>>(matrices, n, m, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
}
