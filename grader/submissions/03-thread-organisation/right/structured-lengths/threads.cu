// Lab 03: which thread am I, and which data are mine? Grids and blocks in up to three dimensions.
// The interface is in lab.hpp, the task in README.md.
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

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
    // Places of six integers begin at multiples of 8 bytes.
    const uint2 pairs[] = {
        {blockIdx.x, blockIdx.y}, {blockIdx.z, threadIdx.x}, {threadIdx.y, threadIdx.z}};
    auto* mine = reinterpret_cast<int2*>(list) + 3 * number_in_grid();
#pragma unroll
    for (int k = 0; k < 3; k++)
        mine[k] = make_int2(static_cast<int>(pairs[k].x), static_cast<int>(pairs[k].y));
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
    if (row < rows && column < columns) x[row * columns + column] = number_in_grid();
}

void matrix_fill(int rows, int columns, Extent block, int* d_x) {
    dim3 threads(block.x, block.y);
    dim3 blocks((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
    fill_kernel<<<blocks, threads>>>(rows, columns, d_x);
    CUDA_CHECK(cudaGetLastError());
}

// The indices that belong to a number, among `extent` threads or blocks: inverts the numbering.
Extent indices_of(int number, Extent extent) {
    Extent indices{0, 0, 0};
    indices.x = number % extent.x;
    indices.y = number / extent.x % extent.y;
    indices.z = number / extent.x / extent.y;
    return indices;
}

Place place_of(int number, Extent grid, Extent block) {
    Place place;
    int threads_of_block = block.x * block.y * block.z;
    place.block_index = indices_of(number / threads_of_block, grid);
    place.thread_index = indices_of(number % threads_of_block, block);
    return place;
}

// ---- Rung 3: limits.

Limits query_limits() {
    Limits limits;
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    cudaDeviceProp properties;
    CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
    limits.threads_per_block = properties.maxThreadsPerBlock;
    limits.block = {properties.maxThreadsDim[0], properties.maxThreadsDim[1],
                    properties.maxThreadsDim[2]};
    limits.grid = {properties.maxGridSize[0], properties.maxGridSize[1], properties.maxGridSize[2]};
    limits.multiprocessors = properties.multiProcessorCount;
    return limits;
}

// Whether each length of `extent` is at least 1 and at most that of `most`.
bool lies_within(Extent extent, Extent most) {
    bool within = false;
    const auto lengths = [](Extent e) { return std::array{e.x, e.y, e.z}; };
    const auto mine = lengths(extent), limits = lengths(most);
    within = std::ranges::all_of(mine, [](int length) { return length >= 1; }) &&
             std::ranges::equal(mine, limits, std::ranges::less_equal{});
    return within;
}

bool fits(const Limits& limits, Extent grid, Extent block) {
    bool fitting = false;
    fitting = lies_within(grid, limits.grid) && lies_within(block, limits.block) &&
              block.x * block.y * block.z <= limits.threads_per_block;
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
    const int* a = A + (static_cast<size_t>(k) * n + i) * m + first;
    const int* v = x + static_cast<size_t>(k) * m + first;
    const int count = min(tile, m - first);
    int sums[4] = {}, j = 0;
    for (; j + 4 <= count; j += 4)
#pragma unroll
        for (int part = 0; part < 4; part++) sums[part] += a[j + part] * v[j + part];
    for (; j < count; j++) sums[0] += a[j] * v[j];
    atomicAdd(&y[k * n + i], sums[0] + sums[1] + (sums[2] + sums[3]));
}

void tiled_product(int matrices, int n, int m, int* d_y, const int* d_A, const int* d_x) {
    CUDA_CHECK(cudaMemset(d_y, 0, sizeof(int) * matrices * n));
    int tiles = (m + tile - 1) / tile;
    dim3 threads(4, 32, 2);
    dim3 blocks((tiles + 3) / 4, (n + 31) / 32, (matrices + 1) / 2);
    tiled_kernel<<<blocks, threads>>>(matrices, n, m, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
}
