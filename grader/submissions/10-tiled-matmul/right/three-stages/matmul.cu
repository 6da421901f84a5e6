// Lab 10: C = A B in tiles. The interface is in lab.hpp, the task in README.md. A has m rows and k
// columns, B has k rows and n columns; all matrices are stored row by row. Indices: i for C's rows,
// j for its columns, l for the summation.
#include <cuda_pipeline.h>

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
    for (int first = 0; first < k; first += tile) {
        As[ty][tx] = i < m && first + tx < k ? A[static_cast<size_t>(i) * k + first + tx] : 0.0f;
        Bs[ty][tx] = first + ty < k && j < n ? B[static_cast<size_t>(first + ty) * n + j] : 0.0f;
        __syncthreads();
        for (int l = 0; l < tile; l++) sum += As[ty][l] * Bs[l][tx];
        __syncthreads();
    }
    if (i < m && j < n) C[static_cast<size_t>(i) * n + j] = sum;
}

template <int tile>
void launch_tiled(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    dim3 blocks(divide_up(n, tile), divide_up(m, tile));
    tiled_kernel<tile><<<blocks, dim3(tile, tile)>>>(m, n, k, d_C, d_A, d_B);
    CUDA_CHECK(cudaGetLastError());
}

void multiply_tiled(int m, int n, int k, int tile, float* d_C, const float* d_A, const float* d_B) {
    kit::require(tile == 8 || tile == 16 || tile == 32, "tile must be 8, 16 or 32, not %d", tile);
    if (tile == 8) launch_tiled<8>(m, n, k, d_C, d_A, d_B);
    if (tile == 16) launch_tiled<16>(m, n, k, d_C, d_A, d_B);
    if (tile == 32) launch_tiled<32>(m, n, k, d_C, d_A, d_B);
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
        in_A = i < m && first + tx < k;
        in_B = first + ty < k && j < n;
        As[ty][tx] = in_A ? A[static_cast<size_t>(i) * k + first + tx] : 0.0f;
        Bs[ty][tx] = in_B ? B[static_cast<size_t>(first + ty) * n + j] : 0.0f;
        __syncthreads();
        for (int l = 0; l < textbook_tile; l++) sum += As[ty][l] * Bs[l][tx];
        __syncthreads();
    }
    bool in_C = true;
    in_C = i < m && j < n;
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
        __syncthreads();
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

// ---- Rung 3: 8 x 8 elements per thread. Copies of 16 bytes go straight to shared memory, three
// stages deep: two are on their way while one is multiplied. A's tile stays as it lies in memory; a
// thread's rows are 16 apart, so that a warp reads two rows of it at a time.

constexpr int wide = 128;  // rows and columns per block
constexpr int slab = 16;   // columns of A's tile, rows of B's
constexpr int threads = 256;
constexpr int stages = 3;
struct __align__(16) Stage {
    float A[wide][slab];
    float B[slab][wide];
};

// Four floats of a row that has `left` more elements; 0 for missing ones.
template <bool aligned>
__device__ void fetch_four(float* to, const float* from, int left) {
    if (aligned) {
        if (left > 0)
            __pipeline_memcpy_async(to, from, sizeof(float4));
        else
            *reinterpret_cast<float4*>(to) = float4{};
    } else {
#pragma unroll
        for (int e = 0; e < 4; e++)
            if (e < left)
                __pipeline_memcpy_async(to + e, from + e, sizeof(float));
            else
                to[e] = 0.0f;
    }
}

template <bool aligned>
__device__ void fetch_tiles(Stage& stage, int m, int n, int k, const float* A, const float* B,
                            int first) {
    for (int e = threadIdx.x; e < wide * slab / 4; e += threads) {
        int row = e / (slab / 4), l = e % (slab / 4) * 4, i = blockIdx.y * wide + row;
        fetch_four<aligned>(&stage.A[row][l], A + static_cast<size_t>(i) * k + first + l,
                            i < m ? k - first - l : 0);
        int row_of_B = e / (wide / 4), column = e % (wide / 4) * 4, j = blockIdx.x * wide + column;
        fetch_four<aligned>(&stage.B[row_of_B][column],
                            B + static_cast<size_t>(first + row_of_B) * n + j,
                            first + row_of_B < k ? n - j : 0);
    }
    __pipeline_commit();
}

template <bool aligned>
__global__ void __launch_bounds__(threads, 2)
    vectors_kernel(int m, int n, int k, float* C, const float* A, const float* B) {
    extern __shared__ Stage ring[];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sums[8][8] = {};
    for (int s = 0; s < stages - 1; s++) fetch_tiles<aligned>(ring[s], m, n, k, A, B, s * slab);
    int stage = 0;
    for (int first = 0; first < k; first += slab) {
        __pipeline_wait_prior(stages - 2);
        __syncthreads();
        fetch_tiles<aligned>(ring[(stage + stages - 1) % stages], m, n, k, A, B,
                             first + (stages - 1) * slab);
        const Stage& tiles = ring[stage];
#pragma unroll
        for (int l = 0; l < slab; l += 4) {
            float4 a[8];
#pragma unroll
            for (int r = 0; r < 8; r++)
                a[r] = *reinterpret_cast<const float4*>(&tiles.A[ty + 16 * r][l]);
#pragma unroll
            for (int e = 0; e < 4; e++) {
                float4 low = *reinterpret_cast<const float4*>(&tiles.B[l + e][4 * tx]);
                float4 high = *reinterpret_cast<const float4*>(&tiles.B[l + e][4 * tx + 64]);
                float b[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#pragma unroll
                for (int r = 0; r < 8; r++) {
                    float factor = e == 0 ? a[r].x : e == 1 ? a[r].y : e == 2 ? a[r].z : a[r].w;
#pragma unroll
                    for (int c = 0; c < 8; c++) sums[r][c] += factor * b[c];
                }
            }
        }
        stage = (stage + 1) % stages;
    }
    for (int r = 0; r < 8; r++) {
        int i = blockIdx.y * wide + ty + 16 * r;
        for (int half = 0; half < 2; half++) {
            int j = blockIdx.x * wide + half * 64 + 4 * tx;
            float* to = C + static_cast<size_t>(i) * n + j;
            const float* sum = &sums[r][4 * half];
            if (aligned && i < m && j < n)
                *reinterpret_cast<float4*>(to) = make_float4(sum[0], sum[1], sum[2], sum[3]);
            if (!aligned && i < m)
                for (int c = 0; c < 4 && j + c < n; c++) to[c] = sum[c];
        }
    }
}

void multiply_vectors(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    dim3 blocks(divide_up(n, wide), divide_up(m, wide));
    auto kernel = n % 4 == 0 && k % 4 == 0 ? vectors_kernel<true> : vectors_kernel<false>;
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    stages * sizeof(Stage)));
    kernel<<<blocks, threads, stages * sizeof(Stage)>>>(m, n, k, d_C, d_A, d_B);
    CUDA_CHECK(cudaGetLastError());
}
