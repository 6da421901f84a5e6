// Lab 03: which thread am I, and which data are mine? Grids and blocks in up to three dimensions.
// The interface is in lab.hpp, the task in README.md.
#include "kit/error.hpp"
#include "lab.hpp"

constexpr int rounded_up(int length, int part) {
    return length / part + (length % part != 0);
}

// ---- Rung 1: numbering threads.

// This thread's number in its block: x fastest, then y, then z.
__device__ int number_in_block() {
    int number = 0;
    const unsigned index[] = {threadIdx.z, threadIdx.y, threadIdx.x};
    const unsigned length[] = {blockDim.z, blockDim.y, blockDim.x};
    for (int d = 0; d < 3; d++) number = number * length[d] + index[d];
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
    const unsigned indices[6] = {blockIdx.x,  blockIdx.y,  blockIdx.z,
                                 threadIdx.x, threadIdx.y, threadIdx.z};
    list += 6 * number_in_grid();
#pragma unroll
    for (int k = 0; k < 6; k++) list[k] = static_cast<int>(indices[k]);
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
    const bool inside = row < rows && column < columns;
    const int number = number_in_grid();
    if (inside) *(x + row * columns + column) = number;
}

void matrix_fill(int rows, int columns, Extent block, int* d_x) {
    dim3 threads(block.x, block.y);
    dim3 blocks(rounded_up(columns, block.x), rounded_up(rows, block.y), 1);
    fill_kernel<<<blocks, threads>>>(rows, columns, d_x);
    CUDA_CHECK(cudaGetLastError());
}

// The indices that belong to a number, among `extent` threads or blocks: inverts the numbering.
Extent indices_of(int number, Extent extent) {
    Extent indices{0, 0, 0};
    int* to[] = {&indices.x, &indices.y, &indices.z};
    const int lengths[] = {extent.x, extent.y, extent.z};
    for (int d = 0; d < 2; d++) {
        *to[d] = number % lengths[d];
        number /= lengths[d];
    }
    *to[2] = number;
    return indices;
}

Place place_of(int number, Extent grid, Extent block) {
    Place place;
    const int of_block = block.x * block.y * block.z;
    int blocks_before = 0;
    for (; number >= of_block; number -= of_block) ++blocks_before;
    place.block_index = indices_of(blocks_before, grid);
    place.thread_index = indices_of(number, block);
    return place;
}

// ---- Rung 3: limits.

Limits query_limits() {
    Limits limits;
    int device = 0;
    cudaDeviceProp p{};
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaGetDeviceProperties(&p, device));
    const auto extent = [](const int (&lengths)[3]) {
        return Extent{lengths[0], lengths[1], lengths[2]};
    };
    limits = {.threads_per_block = p.maxThreadsPerBlock,
              .block = extent(p.maxThreadsDim),
              .grid = extent(p.maxGridSize),
              .multiprocessors = p.multiProcessorCount};
    return limits;
}

// Whether each length of `extent` is at least 1 and at most that of `most`.
bool lies_within(Extent extent, Extent most) {
    bool within = false;
    const bool positive = extent.x > 0 && extent.y > 0 && extent.z > 0;
    const bool too_large = extent.x > most.x || extent.y > most.y || extent.z > most.z;
    within = positive && !too_large;
    return within;
}

bool fits(const Limits& limits, Extent grid, Extent block) {
    bool fitting = false;
    fitting = lies_within(block, limits.block) && lies_within(grid, limits.grid) &&
              block.x * block.y <= limits.threads_per_block / block.z;
    return fitting;
}

// ---- Rung 4: several matrices, in tiles. x selects the tile, y the row, and z the
// matrix.

constexpr int tile = 32;  // columns that one thread sums

__global__ void tiled_kernel(int matrices, int n, int m, int* y, const int* A, const int* x) {
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * tile;
    if (k < matrices && i < n && first < m) {
        const int end = min(first + tile, m), row = (k * n + i) * m;
        int even = 0, odd = 0, j = first;
        for (; j + 1 < end; j += 2) {
            even += A[row + j] * x[k * m + j];
            odd += A[row + j + 1] * x[k * m + j + 1];
        }
        if (j < end) even += A[row + j] * x[k * m + j];
        atomicAdd(&y[k * n + i], even + odd);
    }
}

void tiled_product(int matrices, int n, int m, int* d_y, const int* d_A, const int* d_x) {
    CUDA_CHECK(cudaMemset(d_y, 0, sizeof(int) * matrices * n));
    int tiles = (m + tile - 1) / tile;
    const dim3 threads{4, 32, 2};
    const dim3 blocks(rounded_up(tiles, threads.x), rounded_up(n, threads.y),
                      rounded_up(matrices, threads.z));
    tiled_kernel<<<blocks, threads>>>(matrices, n, m, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
}
