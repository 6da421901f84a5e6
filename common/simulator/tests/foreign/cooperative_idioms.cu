// Cooperative groups as the programming guide introduces them: groups as parameters, generic code
// over any group, tiles of tiles, labelled partitions, scans, grid-wide steps by a cooperative launch.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <vector>
using namespace cooperative_groups;
namespace cg = cooperative_groups;

__device__ int sum_thread(const int *input, int n) {
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
        const int4 in = ((const int4 *)input)[i];
        sum += in.x + in.y + in.z + in.w;
    }
    return sum;
}
__device__ int reduce_sum(thread_group g, int *temp, int val) {
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        temp[lane] = val;
        g.sync();
        if (lane < i) val += temp[lane + i];
        g.sync();
    }
    return val;
}
template <typename group_t>
__device__ int reduce_shuffle(group_t g, int val) {
    for (int i = g.size() / 2; i > 0; i /= 2) val += g.shfl_down(val, i);
    return val;
}
__global__ void sum_kernel(int *sum, const int *input, int n) {
    int my = sum_thread(input, n);
    extern __shared__ int temp[];
    auto g = this_thread_block();
    int block_sum = reduce_sum(g, temp, my);
    if (g.thread_rank() == 0) atomicAdd(sum, block_sum);
}
__global__ void sum_by_tiles(int *sum, const int *input, int n) {
    auto tile = tiled_partition<16>(this_thread_block());
    int tile_sum = reduce_shuffle(tile, sum_thread(input, n));
    if (tile.thread_rank() == 0) atomicAdd(sum + 1, tile_sum);
}
__device__ int aggregated_increment(int *ptr) {
    coalesced_group g = coalesced_threads();
    int prev;
    if (g.thread_rank() == 0) prev = atomicAdd(ptr, g.size());
    prev = g.thread_rank() + g.shfl(prev, 0);
    return prev;
}
__global__ void filter(const int *in, int *out, int *count, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (in[i] % 3 == 0) out[aggregated_increment(count)] = in[i];
}
__global__ void partitions(int *odd_sums, int *groups, int *prefixes) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int rank = warp.thread_rank();
    auto halves = cg::binary_partition(warp, rank & 1);
    const int part = cg::reduce(halves, rank, cg::plus<int>());
    if ((rank & 1) && halves.thread_rank() == 0) *odd_sums = part;
    auto fours = cg::labeled_partition(warp, rank / 4 % 3);
    groups[rank] = fours.size() * 100 + fours.thread_rank();
    prefixes[rank] = cg::inclusive_scan(warp, rank, cg::plus<int>()) - cg::exclusive_scan(warp, rank, cg::plus<int>());
    prefixes[rank] += cg::invoke_one_broadcast(halves, [&] { return rank; }) - (rank & 1);
    cg::invoke_one(warp, [&] { atomicAdd(odd_sums + 1, 100); });
    auto quads = cg::tiled_partition<4>(warp);
    if (quads.any(rank == 9) && quads.all(rank < 12)) atomicAdd(odd_sums + 1, quads.ballot(rank % 2));
}
__global__ void grid_steps(float *a, float *b, int n, int steps) {
    grid_group grid = this_grid();
    for (int s = 0; s < steps; s++) {
        for (auto i = grid.thread_rank(); i < n; i += grid.size()) b[i] = (a[(i + n - 1) % n] + a[(i + 1) % n]) / 2;
        grid.sync();
        float *t = a;
        a = b, b = t;
    }
}

int main() {
    const int n = 1 << 12;
    int *sum, *data, *out, *count, bad = 0;
    cudaMallocManaged(&sum, 4 * sizeof(int)), cudaMallocManaged(&data, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int)), cudaMallocManaged(&count, sizeof(int));
    for (int i = 0; i < n; i++) data[i] = i % 10;
    for (int i = 0; i < 4; i++) sum[i] = 0;
    *count = 0;
    const int blockSize = 128, nBlocks = 4, sharedBytes = blockSize * sizeof(int);
    sum_kernel<<<nBlocks, blockSize, sharedBytes>>>(sum, data, n);
    sum_by_tiles<<<nBlocks, blockSize>>>(sum, data, n);
    filter<<<nBlocks, blockSize>>>(data, out, count, n);
    cudaDeviceSynchronize();
    int total = 0, threes = 0;
    for (int i = 0; i < n; i++) total += data[i], threes += data[i] % 3 == 0;
    bad += sum[0] != total || sum[1] != total || *count != threes;
    for (int i = 0; i < *count; i++) bad += out[i] % 3 != 0;
    partitions<<<1, 32>>>(sum + 2, out, out + 32);
    bad += cudaDeviceSynchronize() != cudaSuccess || sum[2] != 256 || sum[3] != 100 + 4 * 10;
    for (int i = 0; i < 32; i++) bad += out[32 + i] != i || out[i] / 100 != (i / 4 % 3 == 2 ? 8 : 12);

    float *a, *b;
    int supported = 0, cells = 500, steps = 4, per_sm;
    cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0);
    cudaMallocManaged(&a, cells * sizeof(float)), cudaMallocManaged(&b, cells * sizeof(float));
    for (int i = 0; i < cells; i++) a[i] = i == 250 ? 16 : 0, b[i] = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, grid_steps, 64, 0);
    void *arguments[] = {&a, &b, &cells, &steps};
    bad += !supported || cudaLaunchCooperativeKernel((void *)grid_steps, min(6, per_sm), 64, arguments) != cudaSuccess;
    cudaDeviceSynchronize();
    const float pascal[] = {1, 4, 6, 4, 1};
    for (int k = 0; k < 5; k++) bad += a[246 + 2 * k] != pascal[k];
    for (void *p : {(void *)sum, (void *)data, (void *)out, (void *)count, (void *)a, (void *)b}) cudaFree(p);
    puts(bad ? "FAILED" : "OK");
    return bad;
}
