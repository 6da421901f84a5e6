// libcu++ in C++17, whose standard library lacks what libcu++ has: spans, bits, and matrices as
// mdspan; flags. Its headers come first, so that each brings what it needs.

// NVCC: -std=c++17
#include <cstdio>
#include <cuda/cmath>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/atomic>
#include <cuda/std/bit>
#include <cuda/std/mdspan>
#include <cuda/std/span>

namespace cs = cuda::std;

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

using Matrix = cs::mdspan<float, cs::dextents<int, 2>>;
using ConstMatrix = cs::mdspan<const float, cs::dextents<int, 2>>;

__global__ void multiply(ConstMatrix a, ConstMatrix b, Matrix c) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= c.extent(0) || j >= c.extent(1)) return;
    float sum = 0;
    for (int k = 0; k < a.extent(1); ++k) sum += a(i, k) * b(k, j);
    c(i, j) = sum;
}

// Each thread sums a row, and reads an element of a box of the matrix.
__global__ void parts(Matrix m, float* to) {
    auto row = cs::submdspan(m, threadIdx.x, cs::full_extent);
    float sum = 0;
    for (int j = 0; j < row.extent(0); ++j) sum += row(j);
    auto box = cs::submdspan(m, cs::pair{1, 3}, 2);
    to[threadIdx.x] = sum + 1000 * box(1);
}

__global__ void layouts(int* p) {
    __shared__ int tile[6];
    cs::mdspan<int, cs::extents<int, 2, cs::dynamic_extent>, cs::layout_left> by_columns(tile, 3);
    static_assert(by_columns.rank() == 2 && by_columns.static_extent(0) == 2, "");
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j) by_columns(i, j) = 10 * i + j;
    cs::mdspan by_rows(tile, cs::extents<int, 3, 2>{});
    p[0] = by_rows(2, 1) * 100 + by_rows(0, 1);
    const cs::array<int, 2> steps{1, 3};
    using Strided = cs::layout_stride::mapping<cs::dextents<int, 2>>;
    cs::mdspan<int, cs::dextents<int, 2>, cs::layout_stride> strided(
        tile, Strided(cs::dextents<int, 2>(2, 2), steps));
    p[1] = strided(1, 1);
    cs::mdspan line(tile, 6);
    p[2] = line[5] + int(line.size());
}

__global__ void bits_and_spans(cs::span<int> to) {
    to[0] = cs::popcount(0xf0u) + cs::countl_zero(1u) + cs::countr_zero(8ull);
    to[1] = int(cs::bit_ceil(33u) + cs::bit_floor(33u)) + cs::bit_width(7u);
    to[2] = int(cs::rotl(0x80000001u, 1)) + int(to.subspan(1, 2).size());
    to[3] = cs::bit_cast<int>(1.0f);
    to[4] = cuda::ilog2(1000) + int(cuda::ceil_div(10, 4));
}

__device__ cs::atomic_flag taken;
__global__ void first_of_all(cs::atomic_int* winners) {
    if (!taken.test_and_set()) winners->fetch_add(1, cs::memory_order_relaxed);
}

int main() {
    const int n = 20, m = 12, l = 9;
    float *a, *b, *c;
    cudaMallocManaged(&a, n * l * sizeof(float));
    cudaMallocManaged(&b, l * m * sizeof(float));
    cudaMallocManaged(&c, n * m * sizeof(float));
    for (int i = 0; i < n * l; ++i) a[i] = i % 7;
    for (int i = 0; i < l * m; ++i) b[i] = i % 5;
    multiply<<<dim3(1, 2), dim3(16, 16)>>>(ConstMatrix(a, n, l), ConstMatrix(b, l, m),
                                           Matrix(c, n, m));
    cudaDeviceSynchronize();
    bool good = true;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j) {
            float sum = 0;
            for (int k = 0; k < l; ++k) sum += a[i * l + k] * b[k * m + j];
            good &= c[i * m + j] == sum;
        }
    expect(good, "a product");

    for (int i = 0; i < n * m; ++i) c[i] = 10 * (i / m) + i % m;
    parts<<<1, n>>>(Matrix(c, n, m), a);
    cudaDeviceSynchronize();
    expect(a[0] == 66 + 22000 && a[3] == 66 + 30 * m + 22000, "rows and boxes");
    Matrix whole(c, n, m);
    expect(whole.size() == n * m && whole.stride(0) == m && whole.mapping().is_exhaustive(),
           "sizes");

    int* values;
    cudaMallocManaged(&values, 8 * sizeof(int));
    layouts<<<1, 1>>>(values);
    cudaDeviceSynchronize();
    expect(values[0] == 1210 && values[1] == 2 && values[2] == 18, "layouts");
    bits_and_spans<<<1, 1>>>(cs::span<int>(values, 5));
    cudaDeviceSynchronize();
    expect(values[0] == 4 + 31 + 3 && values[1] == 64 + 32 + 3 && values[2] == 3 + 2, "bits");
    expect(values[3] == 0x3f800000 && values[4] == 9 + 3, "more bits");

    auto* winners = reinterpret_cast<cs::atomic_int*>(values);
    new (winners) cs::atomic_int(0);
    first_of_all<<<4, 64>>>(winners);
    cudaDeviceSynchronize();
    expect(winners->load() == 1, "a flag");

    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFree(values);
    if (failures == 0) std::printf("OK\n");
    return failures;
}
