// Lab 03: which thread am I, and which data are mine? Grids and blocks in up to three dimensions.
// The interface is in lab.hpp, the task in README.md.
#include "kit/error.hpp"
#include "lab.hpp"

// ---- Rung 1: numbering threads.

// This thread's number in its block: x fastest, then y, then z.
__device__ int number_in_block() {
    int number = 0;
    number = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
    return number;
}

// This thread's number in the grid: the threads of all earlier blocks come first.
__device__ int number_in_grid() {
    int number = 0;
    unsigned before = blockIdx.z;
    before = before * gridDim.y + blockIdx.y;
    before = before * gridDim.x + blockIdx.x;
    number = before * (blockDim.x * blockDim.y * blockDim.z) + number_in_block();
    return number;
}

__global__ void list_kernel(int* list) {
    const auto put = [at = list + 6 * number_in_grid()](int offset, uint3 index) {
        at[offset] = index.x, at[offset + 1] = index.y, at[offset + 2] = index.z;
    };
    put(0, blockIdx);
    put(3, threadIdx);
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
    for (int r = row; r < rows; r += gridDim.y * blockDim.y)
        for (int c = column; c < columns; c += gridDim.x * blockDim.x)
            x[r * columns + c] = number_in_grid();
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

// ---- Rung 4: several matrices, in tiles. x selects the tile, y the row, and z the
// matrix.

constexpr int tile = 32;  // columns that one thread sums

__global__ void tiled_kernel(int matrices, int n, int m, int* y, const int* A, const int* x) {
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * tile;
    if (i >= n || first >= m) return;
    for (; k < matrices; k += gridDim.z * blockDim.z) {
        int sum = 0;
        for (int j = first; j < first + tile && j < m; j++) {
            const int product = A[(k * n + i) * m + j] * x[k * m + j];
            sum += product;
        }
        if (sum != 0) atomicAdd(&y[k * n + i], sum);
    }
}

void tiled_product(int matrices, int n, int m, int* d_y, const int* d_A, const int* d_x) {
    CUDA_CHECK(cudaMemsetAsync(d_y, 0, sizeof(*d_y) * matrices * n));
    int tiles = (m + tile - 1) / tile;
    dim3 threads(4, 32, 2);
    dim3 blocks((tiles + 3) / 4, (n + 31) / 32, (matrices + 1) / 2);
    tiled_kernel<<<blocks, threads>>>(matrices, n, m, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
}
