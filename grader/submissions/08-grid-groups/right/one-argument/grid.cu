// Kernels get one struct as __grid_constant__; final sums by a warp; barrier by arrive/wait avoided.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <algorithm>
#include <array>
#include <map>
#include <ranges>
#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;
namespace {
struct Problem { int n, parts; float* y; const float *A, *x, *b; float* partial; };

void check_sizes(int n, int sx, int sy) {
    const auto p2 = [](int k) { return k >= 1 && (k & (k - 1)) == 0; };
    struct Rule { bool ok; const char* say; int a; };
    for (const auto& [ok, say, a] : std::array{Rule{n >= 1, "n must be at least 1, not %d", n},
                                               Rule{sx >= 2 && p2(sx), "sx must be a power of two, not %d", sx},
                                               Rule{p2(sy), "sy must be a power of two, not %d", sy}})
        kit::require(ok, say, a);
    kit::require(1024 / sy >= sx, "sx * sy = %d * %d is above 1024", sx, sy);
}
__host__ __device__ constexpr int up(int a, int b) { return (a + b - 1) / b; }

__device__ float sum_of_part(const Problem& p, int i, int part) {
    extern __shared__ float Q[];
    const int sx = blockDim.x, tx = threadIdx.x;
    float* row = Q + threadIdx.y * sx;
    float sum = 0;
    if (i < p.n) {
        const float* a = p.A + static_cast<size_t>(i) * p.n;
        for (int j = part * sx + tx; j < p.n; j += p.parts * sx) sum += a[j] * p.x[j];
    }
    row[tx] = sum;
    for (int s = sx / 2; s > 0; s /= 2) {
        __syncthreads();
        if (tx < s) row[tx] += row[tx + s];
    }
    sum = row[tx];
    __syncthreads();
    return sum;
}
constexpr int most_parts = 8;
template <class K>
int resident(K kernel, int threads, size_t bytes) {
    int device{}, sms{}, each{};
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, threads, bytes));
    return sms * each;
}
int parts_for(int n, int sx, int sy, int blocks) { return std::clamp(blocks / up(n, sy), 1, std::min(most_parts, up(n, sx))); }
}  // namespace

__global__ void grid_groups_kernel(const __grid_constant__ Problem p) {
    const auto grid = cg::this_grid();
    const int tasks = up(p.n, blockDim.y) * p.parts;
    for (int t = grid.block_rank(); t < tasks; t += grid.num_blocks()) {
        const int i = t / p.parts * blockDim.y + threadIdx.y, part = t % p.parts;
        const float s = sum_of_part(p, i, part);
        if (threadIdx.x != 0 || i >= p.n) continue;
        float& to = p.parts == 1 ? p.y[i] : p.partial[static_cast<size_t>(i) * p.parts + part];
        to = p.parts == 1 ? s + p.b[i] : s;
    }
    if (p.parts == 1) return;
    cg::sync(grid);
    for (auto i = static_cast<long long>(grid.thread_rank()); i < p.n; i += grid.num_threads()) {
        float s = p.b[i];
        const float* mine = p.partial + i * p.parts;
        for (int k = 0; k != p.parts; ++k) s += mine[k];
        p.y[i] = s;
    }
}

void grid_groups(int n, int sx, int sy, int blocks, float* d_y, const float* d_A, const float* d_x, const float* d_b, float* d_partial) {
    check_sizes(n, sx, sy);
    kit::require(blocks >= 0, "blocks must not be negative: %d", blocks);
    const size_t bytes = sizeof(float) * sx * sy;
    const int fit = resident(grid_groups_kernel, sx * sy, bytes);
    Problem p{n, parts_for(n, sx, sy, blocks ? blocks : fit), d_y, d_A, d_x, d_b, d_partial};
    if (!blocks) blocks = std::min(fit, p.parts * up(n, sy));
    std::array<void*, 1> args{&p};
    CUDA_CHECK(cudaLaunchCooperativeKernel(grid_groups_kernel, dim3(blocks), dim3(sx, sy), args.data(), bytes));
}

__device__ unsigned tickets[65536];

__global__ void last_block_kernel(const __grid_constant__ Problem p) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y, parts = gridDim.x;
    const float s = sum_of_part(p, i, blockIdx.x);
    if (threadIdx.x == 0 && i < p.n) {
        p.partial[static_cast<size_t>(i) * parts + blockIdx.x] = s;
        __threadfence();
    }
    __syncthreads();
    bool mine = false;
    if (threadIdx.x == 0 && threadIdx.y == 0) mine = atomicInc(tickets + blockIdx.y, parts - 1) == static_cast<unsigned>(parts - 1);
    if (!__syncthreads_or(mine)) return;
    __threadfence();
    if (threadIdx.x || i >= p.n) return;
    float sum = p.b[i];
    for (int k = 0; k < parts; ++k) sum += *const_cast<volatile float*>(&p.partial[static_cast<size_t>(i) * parts + k]);
    p.y[i] = sum;
}

void last_block(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b, float* d_partial) {
    check_sizes(n, sx, sy);
    const size_t bytes = sizeof(float) * sx * sy;
    const int parts = parts_for(n, sx, sy, resident(last_block_kernel, sx * sy, bytes));
    last_block_kernel<<<dim3(parts, up(n, sy)), dim3(sx, sy), bytes>>>({n, parts, d_y, d_A, d_x, d_b, d_partial});
    CUDA_CHECK(cudaGetLastError());
}
