// Cooperative groups as a textbook shows them: tiles, their shuffles and votes, reductions.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

template <class Tile>
__device__ float sum_of(Tile tile, float value) {
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
        value += tile.shfl_down(value, offset);
    return tile.shfl(value, 0);
}

__global__ void rows(int n, int m, float* y, const float* A, const float* x) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    auto pair = cg::tiled_partition<2>(warp);
    int i = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    float sum = 0;
    if (i < n)
        for (int j = warp.thread_rank(); j < m; j += warp.size()) sum += A[i * m + j] * x[j];
    float total = cg::reduce(warp, sum, cg::plus<float>());
    float most = cg::reduce(warp, sum, cg::greater<float>());
    int before = cg::exclusive_scan(warp, 1, cg::plus<int>());
    bool any = warp.any(sum > 0), all = warp.all(sum > 0);
    unsigned votes = warp.ballot(any && all), same = pair.match_any(before);
    if (i < n && warp.thread_rank() == 0)
        y[i] = total + sum_of(pair, most) + votes + same + warp.shfl_xor(sum, 1);
    block.sync();
}

__global__ void of_two_warps(float* y, const float* x) {
    __shared__ cg::block_tile_memory<256> memory;
    auto block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<64>(block);
    float sum = cg::reduce(tile, x[block.thread_rank()], cg::plus<float>());
    if (tile.thread_rank() == 0) y[tile.meta_group_rank()] = sum;
    tile.sync();
}
