// Lab 10: C = A B in tiles. The interface is in lab.hpp, the task in README.md. A has m rows and k
// columns, B has k rows and n columns; all matrices are stored row by row. Indices: i for C's rows,
// j for its columns, l for the summation.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

int divide_up(int a, int b) {
    return (a + b - 1) / b;
}

// ---- Rung 1: a view of a matrix that is 0 beyond its edges, in any number of threads per element.

// Reads as 0 beyond the edges.
struct Padded {
    const float* data;
    int rows, columns;

    __device__ float operator()(std::int64_t row, std::int64_t column) const {
        const bool inside = row < rows && column < columns;
        return inside ? __ldg(data + row * columns + column) : 0.0f;
    }
};

// Does nothing beyond the edges.
struct Clipped {
    float* data;
    int rows, columns;

    __device__ void set(std::int64_t row, std::int64_t column, float value) const {
        if (row < rows && column < columns) data[row * columns + column] = value;
    }
};

template <auto tile>
    requires(tile == 8 || tile == 16 || tile == 32)
__global__ __launch_bounds__(tile* tile) void tile_kernel(Clipped C, Padded A, Padded B) {
    __shared__ float As[tile][tile], Bs[tile][tile];
    const dim3 t = threadIdx;
    const unsigned row = blockIdx.y * tile + t.y, column = blockIdx.x * tile + t.x;
    float sum = 0.0f;
    for (int first = 0; first < A.columns; first += tile) {
        As[t.y][t.x] = A(row, first + t.x);
        Bs[t.y][t.x] = B(first + t.y, column);
        __syncthreads();
#pragma unroll
        for (int l = 0; l < tile; ++l) sum = fmaf(As[t.y][l], Bs[l][t.x], sum);
        __syncthreads();
    }
    C.set(row, column, sum);
}

template <int... tiles>
bool launch_one_of(int tile, Clipped C, Padded A, Padded B) {
    const auto launch = [&]<int each>(std::integral_constant<int, each>) {
        const dim3 grid(divide_up(C.columns, each), divide_up(C.rows, each));
        tile_kernel<each><<<grid, dim3(each, each)>>>(C, A, B);
        CUDA_CHECK(cudaGetLastError());
        return true;
    };
    return ((tile == tiles && launch(std::integral_constant<int, tiles>{})) || ...);
}

void multiply_tiled(int m, int n, int k, int tile, float* d_C, const float* d_A, const float* d_B) {
    if (!launch_one_of<8, 16, 32>(tile, {d_C, m, n}, {d_A, m, k}, {d_B, k, n}))
        throw std::invalid_argument("tile: " + std::to_string(tile) + " is none of 8, 16 and 32");
}

// ---- The hunts, with the same views.

constexpr int textbook_tile = 16;

__global__ void textbook_kernel(int m, int n, int k, float* C, const float* A, const float* B) {
    __shared__ float As[textbook_tile][textbook_tile];
    __shared__ float Bs[textbook_tile][textbook_tile];
    const Padded padded_A{A, m, k}, padded_B{B, k, n};
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.y * textbook_tile + ty;
    int j = blockIdx.x * textbook_tile + tx;
    float sum = 0.0f;
    for (int first = 0; first < k; first += textbook_tile) {
        As[ty][tx] = padded_A(i, first + tx);
        Bs[ty][tx] = padded_B(first + ty, j);
        __syncthreads();
        for (int l = 0; l < textbook_tile; l++) sum += As[ty][l] * Bs[l][tx];
        __syncthreads();
    }
    Clipped{C, m, n}.set(i, j, sum);
}

void textbook(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    dim3 blocks(divide_up(n, textbook_tile), divide_up(m, textbook_tile));
    textbook_kernel<<<blocks, dim3(textbook_tile, textbook_tile)>>>(m, n, k, d_C, d_A, d_B);
    CUDA_CHECK(cudaGetLastError());
}

constexpr int strip = 8, strip_columns = 32, strip_threads_y = 4, strip_depth = 16;

__global__ void strips_kernel(int m, int n, int k, float* C, const float* A, const float* B) {
    constexpr int rows = strip_threads_y * strip;
    __shared__ float As[rows][strip_depth];
    __shared__ float Bs[strip_depth][strip_columns];
    int tx = threadIdx.x, ty = threadIdx.y;
    int thread = ty * strip_columns + tx;
    int first_i = blockIdx.y * rows;
    int j = blockIdx.x * strip_columns + tx;
    const Padded padded_A{A, m, k}, padded_B{B, k, n};
    float sums[strip] = {};
    for (int first = 0; first < k; first += strip_depth) {
        if (first) __syncthreads();  // the tiles before have been read
        for (int e = thread; e < rows * strip_depth; e += strip_columns * strip_threads_y) {
            const int row = e / strip_depth, l = e % strip_depth;
            As[row][l] = padded_A(first_i + row, first + l);
        }
        for (int row = ty; row < strip_depth; row += strip_threads_y)
            Bs[row][tx] = padded_B(first + row, j);
        __syncthreads();
        for (int l = 0; l < strip_depth; l++)
            for (int r = 0; r < strip; r++) sums[r] += As[ty * strip + r][l] * Bs[l][tx];
    }
    for (int r = 0; r < strip; r++) Clipped{C, m, n}.set(first_i + ty * strip + r, j, sums[r]);
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
    for (int first = 0; first < k; first += depth) {
        for (int e = thread; e < block_side * depth; e += side * side) {
            int i = first_i + e / depth, l = first + e % depth;
            As[e / depth][e % depth] = i < m && l < k ? A[static_cast<size_t>(i) * k + l] : 0.0f;
        }
        for (int e = thread; e < depth * block_side; e += side * side) {
            int l = first + e / block_side, j = first_j + e % block_side;
            Bs[e / block_side][e % block_side] =
                l < k && j < n ? B[static_cast<size_t>(l) * n + j] : 0.0f;
        }
        __syncthreads();
        for (int l = 0; l < depth; l++) {
            float a[each], b[each];
            for (int r = 0; r < each; r++) a[r] = As[ty + side * r][l];
            for (int c = 0; c < each; c++) b[c] = Bs[l][tx + side * c];
            for (int r = 0; r < each; r++)
                for (int c = 0; c < each; c++) sums[r][c] += a[r] * b[c];
        }
        __syncthreads();
    }
    for (int r = 0; r < each; r++)
        for (int c = 0; c < each; c++) {
            int i = first_i + ty + side * r, j = first_j + tx + side * c;
            if (i < m && j < n) C[static_cast<size_t>(i) * n + j] = sums[r][c];
        }
}

void multiply_registers(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    dim3 blocks(divide_up(n, block_side), divide_up(m, block_side));
    registers_kernel<<<blocks, dim3(side, side)>>>(m, n, k, d_C, d_A, d_B);
    CUDA_CHECK(cudaGetLastError());
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
    if (aligned) {
        if (left > 0) four = *reinterpret_cast<const float4*>(from);
    } else {
        if (left > 0) four.x = from[0];
        if (left > 1) four.y = from[1];
        if (left > 2) four.z = from[2];
        if (left > 3) four.w = from[3];
    }
    return four;
}

template <bool aligned>
__device__ void store_four(float* to, int left, float4 four) {
    if (aligned) {
        if (left > 0) *reinterpret_cast<float4*>(to) = four;
    } else {
        if (left > 0) to[0] = four.x;
        if (left > 1) to[1] = four.y;
        if (left > 2) to[2] = four.z;
        if (left > 3) to[3] = four.w;
    }
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
    loaded.a = load_four<aligned>(A + static_cast<size_t>(i) * k + l_of_A, i < m ? k - l_of_A : 0);
    loaded.b = load_four<aligned>(B + static_cast<size_t>(l) * n + j, l < k ? n - j : 0);
    return loaded;
}

// One pair of tiles in shared memory. Rows begin at multiples of 16 bytes.
struct __align__(16) Tiles {
    float A[slab][stride_A];
    float B[slab][wide];
};

__device__ void store_tiles(Tiles& tiles, const Loaded& loaded) {
    int i = threadIdx.x / 2, l = threadIdx.x % 2 * 4;
    tiles.A[l][i] = loaded.a.x;
    tiles.A[l + 1][i] = loaded.a.y;
    tiles.A[l + 2][i] = loaded.a.z;
    tiles.A[l + 3][i] = loaded.a.w;
    *reinterpret_cast<float4*>(&tiles.B[threadIdx.x / 32][threadIdx.x % 32 * 4]) = loaded.b;
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
    store_tiles(tiles[0], load_tiles<aligned>(m, n, k, A, B, 0));
    __syncthreads();
    int current = 0;
    for (int first = 0; first < k; first += slab) {
        Loaded next = load_tiles<aligned>(m, n, k, A, B, first + slab);
#pragma unroll
        for (int l = 0; l < slab; l++) {
            float a[8], b[8];
            load_eight(a, tiles[current].A[l], 4 * ty);
            load_eight(b, tiles[current].B[l], 4 * tx);
#pragma unroll
            for (int r = 0; r < 8; r++)
#pragma unroll
                for (int c = 0; c < 8; c++) sums[r][c] += a[r] * b[c];
        }
        // The other pair was read in the previous iteration, before a barrier: it may be written.
        if (first + slab < k) {
            store_tiles(tiles[1 - current], next);
            __syncthreads();
        }
        current = 1 - current;
    }
    int j = blockIdx.x * wide + 4 * tx;
    for (int r = 0; r < 8; r++) {
        int i = blockIdx.y * wide + r / 4 * (wide / 2) + 4 * ty + r % 4;
        int left = i < m ? n - j : 0;
        float* to = C + static_cast<size_t>(i) * n + j;
        const float* sum = sums[r];
        store_four<aligned>(to, left, {sum[0], sum[1], sum[2], sum[3]});
        store_four<aligned>(to + wide / 2, left - wide / 2, {sum[4], sum[5], sum[6], sum[7]});
    }
}

void multiply_vectors(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    dim3 blocks(divide_up(n, wide), divide_up(m, wide));
    if (n % 4 == 0 && k % 4 == 0)
        vectors_kernel<true><<<blocks, threads>>>(m, n, k, d_C, d_A, d_B);
    else
        vectors_kernel<false><<<blocks, threads>>>(m, n, k, d_C, d_A, d_B);
    CUDA_CHECK(cudaGetLastError());
}
