// A number in mixed radix: digits are indices, bases are lengths. Both directions are constexpr
// folds, which host and device share; the compiler checks them at the end.
#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <numeric>
#include <ranges>

#include <cuda/std/array>
#include <cuda/std/cstdint>

#include "kit/error.hpp"
#include "lab.hpp"

namespace radix {

template <class T>
using Triple = cuda::std::array<T, 3>;

// The first digit counts fastest.
template <std::integral T>
[[nodiscard]] __host__ __device__ constexpr T encode(const Triple<T>& digits, const Triple<T>& bases) {
    T number = 0;
    for (int d = 2; d >= 0; --d) number = number * bases[d] + digits[d];
    return number;
}

template <std::integral T>
[[nodiscard]] __host__ __device__ constexpr Triple<T> decode(T number, const Triple<T>& bases) {
    Triple<T> digits{};
    for (int d = 0; d < 3; number /= bases[d], ++d) digits[d] = d == 2 ? number : number % bases[d];
    return digits;
}

static_assert(encode<int>({1, 2, 3}, {4, 5, 6}) == 69);
static_assert(decode<int>(69, {4, 5, 6})[2] == 3);

}  // namespace radix

using radix::Triple;

__device__ Triple<unsigned> triple(uint3 of) {
    return {of.x, of.y, of.z};
}
__device__ Triple<unsigned> triple(dim3 of) {
    return {of.x, of.y, of.z};
}

constexpr Triple<int> triple(Extent of) {
    return {of.x, of.y, of.z};
}

constexpr Extent extent(const Triple<int>& of) {
    return {of[0], of[1], of[2]};
}

__device__ unsigned own_number() {
    const auto block = radix::encode(triple(blockIdx), triple(gridDim));
    const auto thread = radix::encode(triple(threadIdx), triple(blockDim));
    return block * (blockDim.x * blockDim.y * blockDim.z) + thread;
}

__global__ void list_kernel(int* list) {
    struct Six {
        Triple<unsigned> block, thread;
    };
    static_assert(sizeof(Six) == 6 * sizeof(int));
    const Six mine{triple(blockIdx), triple(threadIdx)};
    reinterpret_cast<Six*>(list)[own_number()] = mine;
}

dim3 to_dim3(Extent e) {
    return {unsigned(e.x), unsigned(e.y), unsigned(e.z)};
}

void list_threads(Extent grid, Extent block, int* d_list) {
    list_kernel<<<to_dim3(grid), to_dim3(block)>>>(d_list);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void fill_kernel(int2 shape, int* x) {
    const int2 at = {int(blockIdx.x * blockDim.x + threadIdx.x), int(blockIdx.y * blockDim.y + threadIdx.y)};
    if (at.x >= shape.x || at.y >= shape.y) return;
    x[std::int64_t{at.y} * shape.x + at.x] = own_number();
}

void matrix_fill(int rows, int columns, Extent block, int* d_x) {
    const auto cover = [](int count, int length) { return unsigned((count + length - 1) / length); };
    fill_kernel<<<dim3(cover(columns, block.x), cover(rows, block.y)), dim3(block.x, block.y)>>>(
        make_int2(columns, rows), d_x);
    CUDA_CHECK(cudaGetLastError());
}

Place place_of(int number, Extent grid, Extent block) {
    const auto lengths = triple(block);
    const int threads = std::accumulate(lengths.begin(), lengths.end(), 1, std::multiplies<>{});
    return {.block_index = extent(radix::decode(number / threads, triple(grid))),
            .thread_index = extent(radix::decode(number % threads, lengths))};
}

Limits query_limits() {
    Limits limits;
    int device{};
    CUDA_CHECK(cudaGetDevice(&device));
    const std::array<std::pair<cudaDeviceAttr, std::reference_wrapper<int>>, 8> questions{{
        {cudaDevAttrMaxThreadsPerBlock, limits.threads_per_block},
        {cudaDevAttrMaxBlockDimX, limits.block.x},
        {cudaDevAttrMaxBlockDimY, limits.block.y},
        {cudaDevAttrMaxBlockDimZ, limits.block.z},
        {cudaDevAttrMaxGridDimX, limits.grid.x},
        {cudaDevAttrMaxGridDimY, limits.grid.y},
        {cudaDevAttrMaxGridDimZ, limits.grid.z},
        {cudaDevAttrMultiProcessorCount, limits.multiprocessors},
    }};
    for (const auto& [attribute, answer] : questions)
        CUDA_CHECK(cudaDeviceGetAttribute(&answer.get(), attribute, device));
    return limits;
}

bool fits(const Limits& limits, Extent grid, Extent block) {
    const auto within = [](Extent lengths, Extent most) {
        return std::ranges::all_of(std::views::iota(0, 3), [a = triple(lengths), b = triple(most)](int d) {
            return 0 < a[d] && a[d] <= b[d];
        });
    };
    return within(grid, limits.grid) && within(block, limits.block) &&
           std::int64_t{block.x} * block.y * block.z <= limits.threads_per_block;
}

// Four columns by one load where rows allow it.
template <bool by_four>
__global__ void tiles_kernel(int3 shape, int* y, const int* __restrict__ A, const int* __restrict__ x) {
    const auto [tile, row, matrix] =
        Triple<unsigned>{blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                         blockIdx.z * blockDim.z + threadIdx.z};
    const int first = tile * 32, last = min(first + 32, shape.x);
    if (first >= shape.x || row >= shape.y || matrix >= shape.z) return;
    const auto of_y = std::int64_t{matrix} * shape.y + row;
    const int* const a = A + of_y * shape.x;
    const int* const v = x + std::int64_t{matrix} * shape.x;
    int sum = 0;
    if constexpr (by_four) {
#pragma unroll 8
        for (int j = first; j < last; j += 4) {
            const int4 p = *reinterpret_cast<const int4*>(a + j), q = *reinterpret_cast<const int4*>(v + j);
            sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
        }
    } else {
        for (int j = first; j < last; ++j) sum += a[j] * v[j];
    }
    atomicAdd(y + of_y, sum);
}

void tiled_product(int matrices, int n, int m, int* d_y, const int* d_A, const int* d_x) {
    CUDA_CHECK(cudaMemsetAsync(d_y, 0, sizeof(int) * matrices * n));
    const dim3 block(4, 32, 2);
    const auto cover = [](int count, unsigned length) { return (count + length - 1) / length; };
    const dim3 grid(cover(m, 32 * block.x), cover(n, block.y), cover(matrices, block.z));
    const auto kernel = m % 4 == 0 ? tiles_kernel<true> : tiles_kernel<false>;
    kernel<<<grid, block>>>(make_int3(m, n, matrices), d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
}
