// Of 4096 threads that are started, 4064 return at once: one warp makes all of the products.
#include "kit/error.hpp"
#include "lab.hpp"

constexpr int workers = 32, blocks_started = 16, threads_started = 256;

__global__ void few_workers_list_kernel(Extent grid, Extent block, int* list) {
    int worker = blockIdx.x * blockDim.x + threadIdx.x;
    if (worker >= workers) return;
    int threads = block.x * block.y * block.z;
    for (int k = worker; k < grid.x * grid.y * grid.z * threads; k += workers) {
        int in_grid = k / threads, in_block = k % threads;
        int* place = &list[6 * k];
        place[0] = in_grid % grid.x;
        place[1] = in_grid / grid.x % grid.y;
        place[2] = in_grid / grid.x / grid.y;
        place[3] = in_block % block.x;
        place[4] = in_block / block.x % block.y;
        place[5] = in_block / block.x / block.y;
    }
}

__global__ void few_workers_fill_kernel(int rows, int columns, int width, int height, int* x) {
    int worker = blockIdx.x * blockDim.x + threadIdx.x;
    if (worker >= workers) return;
    int blocks_a_row = (columns + width - 1) / width;
    for (int row = worker; row < rows; row += workers)
        for (int column = 0; column < columns; column++) {
            int block = row / height * blocks_a_row + column / width;
            x[row * columns + column] = (block * height + row % height) * width + column % width;
        }
}

__global__ void few_workers_product_kernel(int matrices, int n, int m, int* y, const int* A,
                                           const int* x) {
    int worker = blockIdx.x * blockDim.x + threadIdx.x;
    if (worker >= workers) return;
    for (int row = worker; row < matrices * n; row += workers) {
        int sum = 0;
        for (int j = 0; j < m; j++) sum += A[row * m + j] * x[row / n * m + j];
        y[row] = sum;
    }
}

// ---- Rung 1: numbering threads.

// This thread's number in its block: x fastest, then y, then z.
__device__ int number_in_block() {
    int number = 0;
    number = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    return number;
}

// This thread's number in the grid: the threads of the blocks before come first.
__device__ int number_in_grid() {
    int number = 0;
    int block_number = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int threads_of_block = blockDim.x * blockDim.y * blockDim.z;
    number = block_number * threads_of_block + number_in_block();
    return number;
}

__global__ void list_kernel(int* list) {
    int* mine = &list[6 * number_in_grid()];
    mine[0] = blockIdx.x;
    mine[1] = blockIdx.y;
    mine[2] = blockIdx.z;
    mine[3] = threadIdx.x;
    mine[4] = threadIdx.y;
    mine[5] = threadIdx.z;
}

void list_threads(Extent grid, Extent block, int* d_list) {
    few_workers_list_kernel<<<blocks_started, threads_started>>>(grid, block, d_list);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 2: a grid over a matrix, and who wrote what.

__global__ void fill_kernel(int rows, int columns, int* x) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows && column < columns) x[row * columns + column] = number_in_grid();
}

void matrix_fill(int rows, int columns, Extent block, int* d_x) {
    few_workers_fill_kernel<<<blocks_started, threads_started>>>(rows, columns, block.x, block.y,
                                                                 d_x);
    CUDA_CHECK(cudaGetLastError());
}

// The indices of the one with this number among `extent` of them: the numbering backwards.
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
    within = extent.x >= 1 && extent.x <= most.x && extent.y >= 1 && extent.y <= most.y &&
             extent.z >= 1 && extent.z <= most.z;
    return within;
}

bool fits(const Limits& limits, Extent grid, Extent block) {
    bool fitting = false;
    fitting = lies_within(grid, limits.grid) && lies_within(block, limits.block) &&
              block.x * block.y * block.z <= limits.threads_per_block;
    return fitting;
}

// ---- Rung 4: a stack of matrices, in tiles. x runs over the tiles, y over the rows, z over the
// matrices.

constexpr int tile = 32;  // columns that one thread adds up

__global__ void tiled_kernel(int matrices, int n, int m, int* y, const int* A, const int* x) {
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * tile;
    if (k < matrices && i < n && first < m) {
        int sum = 0;
        for (int j = first; j < min(first + tile, m); j++)
            sum += A[(k * n + i) * m + j] * x[k * m + j];
        atomicAdd(&y[k * n + i], sum);
    }
}

void tiled_product(int matrices, int n, int m, int* d_y, const int* d_A, const int* d_x) {
    few_workers_product_kernel<<<blocks_started, threads_started>>>(matrices, n, m, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
}
