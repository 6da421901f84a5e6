// Matrix products by a warp's fragments, as tensor core samples write them: halves with sums in
// float, a scaled sum, columns, whole numbers, doubles.
#include <cuda_fp16.h>
#include <mma.h>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace nvcuda;

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

constexpr int tile = 16;

__global__ void to_half(half* out, const float* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __float2half(in[i]);
}

// D = alpha A B + beta C: a warp for each tile; A by rows, B by columns.
__global__ void product(const half* a, const half* b, const float* c, float* d, int m, int n, int k,
                        float alpha, float beta) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize * tile;
    const int column = (blockIdx.y * blockDim.y + threadIdx.y) * tile;
    if (row >= m || column >= n) return;
    wmma::fragment<wmma::matrix_a, tile, tile, tile, half, wmma::row_major> of_a;
    wmma::fragment<wmma::matrix_b, tile, tile, tile, half, wmma::col_major> of_b;
    wmma::fragment<wmma::accumulator, tile, tile, tile, float> sums, old;
    wmma::fill_fragment(sums, 0.0f);
    for (int i = 0; i < k; i += tile) {
        wmma::load_matrix_sync(of_a, a + row * k + i, k);
        wmma::load_matrix_sync(of_b, b + column * k + i, k);
        wmma::mma_sync(sums, of_a, of_b, sums);
    }
    wmma::load_matrix_sync(old, c + row * n + column, n, wmma::mem_row_major);
    for (int i = 0; i < old.num_elements; ++i) old.x[i] = alpha * sums.x[i] + beta * old.x[i];
    wmma::store_matrix_sync(d + row * n + column, old, n, wmma::mem_row_major);
}

static void halves() {
    const int m = 64, n = 48, k = 32;
    float *x, *c, *d;
    half *a, *b;
    cudaMallocManaged(&x, (m * k + k * n) * sizeof(float));
    cudaMallocManaged(&c, m * n * sizeof(float));
    cudaMalloc(&d, m * n * sizeof(float));
    cudaMalloc(&a, m * k * sizeof(half));
    cudaMalloc(&b, k * n * sizeof(half));
    for (int i = 0; i < m * k + k * n; ++i) x[i] = float(i % 13 - 6) / 4;
    for (int i = 0; i < m * n; ++i) c[i] = i % 7;
    to_half<<<(m * k + 255) / 256, 256>>>(a, x, m * k);
    to_half<<<(k * n + 255) / 256, 256>>>(b, x + m * k, k * n);
    product<<<dim3(m / tile, n / tile / 3), dim3(32, 3)>>>(a, b, c, d, m, n, k, 2.0f, 0.5f);
    std::vector<float> found(m * n);
    cudaMemcpy(found.data(), d, m * n * sizeof(float), cudaMemcpyDeviceToHost);
    bool good = true;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            float sum = 0;
            for (int l = 0; l < k; ++l) sum += x[i * k + l] * x[m * k + j * k + l];
            good = good && std::fabs(found[i * n + j] - (2 * sum + 0.5f * c[i * n + j])) < 1e-3f;
        }
    expect(good, "halves");
    cudaFree(x);
    cudaFree(c);
    cudaFree(d);
    cudaFree(a);
    cudaFree(b);
}

// One product of each other kind.
template <int M, int N, int K, class T, class Sum>
__global__ void one(const T* a, const T* b, Sum* d) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::col_major> of_a;
    wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::row_major> of_b;
    wmma::fragment<wmma::accumulator, M, N, K, Sum> sums;
    wmma::load_matrix_sync(of_a, a, M);
    wmma::load_matrix_sync(of_b, b, N);
    wmma::fill_fragment(sums, 1);
    wmma::mma_sync(sums, of_a, of_b, sums);
    wmma::store_matrix_sync(d, sums, M, wmma::mem_col_major);
}
template <int M, int N, int K, class T, class Sum>
void check(const char* what) {
    T *a, *b;
    Sum* d;
    cudaMallocManaged(&a, M * K * sizeof(T));
    cudaMallocManaged(&b, K * N * sizeof(T));
    cudaMallocManaged(&d, M * N * sizeof(Sum));
    for (int i = 0; i < M * K; ++i) a[i] = T(float(i % 5 + 1));
    for (int i = 0; i < K * N; ++i) b[i] = T(float(i % 3));
    one<M, N, K><<<1, 32>>>(a, b, d);
    cudaDeviceSynchronize();
    bool good = true;
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) {
            int sum = 1;
            for (int k = 0; k < K; ++k) sum += ((k * M + i) % 5 + 1) * ((k * N + j) % 3);
            good = good && float(d[j * M + i]) == sum;
        }
    expect(good, what);
    cudaFree(a);
    cudaFree(b);
    cudaFree(d);
}

int main() {
    halves();
    check<32, 8, 16, half, half>("sums in half");
    check<8, 32, 16, signed char, int>("whole numbers");
    check<8, 8, 4, double, double>("doubles");
    if (failures == 0) std::puts("OK");
    return failures;
}
