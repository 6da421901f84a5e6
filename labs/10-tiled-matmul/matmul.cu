// Lab 10: C = A B in tiles. The interface is in lab.hpp, the task in README.md. A has m rows and k
// columns, B has k rows and n columns; all matrices are stored row by row. Indices: i for C's rows,
// j for its columns, l for the summation.
#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

int divide_up(int a, int b) {
    return (a + b - 1) / b;
}

// ---- Rung 1: one thread per element of C, with tiles of A and B in shared memory.

template <int tile>
__global__ void tiled_kernel(int m, int n, int k, float* C, const float* A, const float* B) {
    __shared__ float As[tile][tile];
    __shared__ float Bs[tile][tile];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.y * tile + ty;
    int j = blockIdx.x * tile + tx;
    float sum = 0.0f;
    // TODO: for each pair of tiles: load an element of each, 0 beyond the edges; sum up (about 7 lines)
    // TODO: store the sum, where C has this element (about 1 line)
}

template <int tile>
void launch_tiled(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    // TODO: launch enough blocks of tile x tile threads; check the launch (about 3 lines)
}

void multiply_tiled(int m, int n, int k, int tile, float* d_C, const float* d_A, const float* d_B) {
    // TODO: require a tile of 8, 16 or 32, and call the launch for it (about 4 lines)
}

// ---- The first hunt: the kernel as a lecture prints it. It is right if m, n and k are multiples
// of the tile.

constexpr int textbook_tile = 16;

__global__ void textbook_kernel(int m, int n, int k, float* C, const float* A, const float* B) {
    __shared__ float As[textbook_tile][textbook_tile];
    __shared__ float Bs[textbook_tile][textbook_tile];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.y * textbook_tile + ty;
    int j = blockIdx.x * textbook_tile + tx;
    float sum = 0.0f;
    for (int first = 0; first < k; first += textbook_tile) {
        bool in_A = true, in_B = true;
        // TODO: correct the two guards above: does A, does B have this thread's element? (about 2 lines)
        As[ty][tx] = in_A ? A[static_cast<size_t>(i) * k + first + tx] : 0.0f;
        Bs[ty][tx] = in_B ? B[static_cast<size_t>(first + ty) * n + j] : 0.0f;
        __syncthreads();
        for (int l = 0; l < textbook_tile; l++) sum += As[ty][l] * Bs[l][tx];
        __syncthreads();
    }
    bool in_C = true;
    // TODO: correct this guard, too (about 1 line)
    if (in_C) C[static_cast<size_t>(i) * n + j] = sum;
}

void textbook(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    dim3 blocks(divide_up(n, textbook_tile), divide_up(m, textbook_tile));
    textbook_kernel<<<blocks, dim3(textbook_tile, textbook_tile)>>>(m, n, k, d_C, d_A, d_B);
    CUDA_CHECK(cudaGetLastError());
}

// ---- The second hunt: a thread has eight elements of a column of C, so it uses what it reads of
// Bs eight times. A barrier is missing.

constexpr int strip = 8;            // elements per thread
constexpr int strip_columns = 32;   // columns per block
constexpr int strip_threads_y = 4;  // times strip: rows per block
constexpr int strip_depth = 16;     // columns of A's tile, rows of B's

__global__ void strips_kernel(int m, int n, int k, float* C, const float* A, const float* B) {
    constexpr int rows = strip_threads_y * strip;
    __shared__ float As[rows][strip_depth];
    __shared__ float Bs[strip_depth][strip_columns];
    int tx = threadIdx.x, ty = threadIdx.y;
    int thread = ty * strip_columns + tx;
    int first_i = blockIdx.y * rows;
    int j = blockIdx.x * strip_columns + tx;
    float sums[strip] = {};
    for (int first = 0; first < k; first += strip_depth) {
        for (int e = thread; e < rows * strip_depth; e += strip_columns * strip_threads_y) {
            int i = first_i + e / strip_depth, l = first + e % strip_depth;
            As[e / strip_depth][e % strip_depth] =
                i < m && l < k ? A[static_cast<size_t>(i) * k + l] : 0.0f;
        }
        for (int row = ty; row < strip_depth; row += strip_threads_y)
            Bs[row][tx] =
                first + row < k && j < n ? B[static_cast<size_t>(first + row) * n + j] : 0.0f;
        __syncthreads();
        for (int l = 0; l < strip_depth; l++)
            for (int r = 0; r < strip; r++) sums[r] += As[ty * strip + r][l] * Bs[l][tx];
        // TODO: which thread may still be reading when the next tiles are written? (about 1 line)
    }
    for (int r = 0; r < strip; r++) {
        int i = first_i + ty * strip + r;
        if (i < m && j < n) C[static_cast<size_t>(i) * n + j] = sums[r];
    }
}

void strips(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    dim3 blocks(divide_up(n, strip_columns), divide_up(m, strip_threads_y * strip));
    strips_kernel<<<blocks, dim3(strip_columns, strip_threads_y)>>>(m, n, k, d_C, d_A, d_B);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 2: a thread has 4 x 4 elements of C in registers; neighbouring ones are 16 apart.

constexpr int side = 16;                 // threads of a block in x and in y
constexpr int each = 4;                  // rows and columns per thread
constexpr int block_side = side * each;  // rows and columns per block: 64
constexpr int depth = 16;                // columns of A's tile, rows of B's

__global__ void registers_kernel(int m, int n, int k, float* C, const float* A, const float* B) {
    __shared__ float As[block_side][depth];
    __shared__ float Bs[depth][block_side];
    int tx = threadIdx.x, ty = threadIdx.y;
    int thread = ty * side + tx;
    int first_i = blockIdx.y * block_side;
    int first_j = blockIdx.x * block_side;
    float sums[each][each] = {};
    // TODO: for each pair of tiles: load them together; for each l add 4 x 4 products (about 20 lines)
    // TODO: store this thread's elements: rows ty + 16 r, columns tx + 16 c of the block (about 5 lines)
}

void multiply_registers(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    // TODO: launch a block of 16 x 16 threads for every 64 x 64 elements of C (about 3 lines)
}

// ---- Rung 3: loads of four floats, 8 x 8 elements per thread, and two pairs of tiles: one is
// multiplied while the other is loaded.

constexpr int wide = 128;     // rows and columns per block
constexpr int slab = 8;       // columns of A's tile, rows of B's
constexpr int threads = 256;  // 16 x 16, each with rows 4 ty + (0 ... 3) and 64 more, columns alike
// As is stored transposed, so that a thread's four rows are neighbours. 4 more floats per row keep
// the stores of 16 rows and two groups of four columns in different banks.
constexpr int stride_A = wide + 4;

// Four floats of a row that has `left` more elements, possibly none; 0 for missing ones. `aligned`:
// the address is a multiple of 16 bytes, and `left` a multiple of 4.
template <bool aligned>
__device__ float4 load_four(const float* from, int left) {
    float4 four = {0.0f, 0.0f, 0.0f, 0.0f};
    // TODO: by one load where aligned, else one by one; nothing that is not left (about 8 lines)
    return four;
}

template <bool aligned>
__device__ void store_four(float* to, int left, float4 four) {
    // TODO: the same the other way round (about 8 lines)
}

// What a thread loads of the next tiles: four floats of a row of A, and of a row of B.
struct Loaded {
    float4 a, b;
};

// After the last tiles nothing is left to load: returns zeros.
template <bool aligned>
__device__ Loaded load_tiles(int m, int n, int k, const float* A, const float* B, int first) {
    Loaded loaded = {};
    int i = blockIdx.y * wide + threadIdx.x / 2, l_of_A = first + threadIdx.x % 2 * 4;
    int l = first + threadIdx.x / 32, j = blockIdx.x * wide + threadIdx.x % 32 * 4;
    // TODO: A's from row i, column l_of_A on; B's from row l, column j on: what is left? (about 2 lines)
    return loaded;
}

// One pair of tiles in shared memory. Rows begin at multiples of 16 bytes.
struct __align__(16) Tiles {
    float A[slab][stride_A];
    float B[slab][wide];
};

__device__ void store_tiles(Tiles& tiles, const Loaded& loaded) {
    int i = threadIdx.x / 2, l = threadIdx.x % 2 * 4;
    // TODO: A's four floats one below the other, B's side by side in one store (about 5 lines)
}

__device__ void load_eight(float* eight, const float* row, int first) {
    float4 low = *reinterpret_cast<const float4*>(row + first);
    float4 high = *reinterpret_cast<const float4*>(row + first + wide / 2);
    eight[0] = low.x, eight[1] = low.y, eight[2] = low.z, eight[3] = low.w;
    eight[4] = high.x, eight[5] = high.y, eight[6] = high.z, eight[7] = high.w;
}

// Two blocks per multiprocessor, which has 65536 registers: 128 for each of their threads.
template <bool aligned>
__global__ void __launch_bounds__(threads, 2)
    vectors_kernel(int m, int n, int k, float* C, const float* A, const float* B) {
    __shared__ Tiles tiles[2];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sums[8][8] = {};
    // TODO: fetch the first tiles; in each iteration fetch the next, multiply, store (about 21 lines)
    // TODO: store this thread's 8 x 8 elements, four at a time (about 9 lines)
}

void multiply_vectors(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    // TODO: launch 256 threads for every 128 x 128 elements; aligned where all rows are (about 6 lines)
}
