// Warp by warp: shuffles of every kind and type, votes, matches, reductions, tiles of several sizes,
// partial masks, exchange through shared memory with __syncwarp.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr unsigned FULL_MASK = 0xffffffff;

#define EXPECT(condition) \
    do { if (!(condition)) atomicOr(wrong, 1u << test); ++test; } while (false)

__device__ int inclusive_scan(int value, int lane) {
    for (int offset = 1; offset < warpSize; offset <<= 1) {
        const int from_left = __shfl_up_sync(FULL_MASK, value, offset);
        if (lane >= offset) value += from_left;
    }
    return value;
}

__global__ void shuffles(unsigned* wrong) {
    int test = 0;
    const int lane = threadIdx.x % 32;
    EXPECT(inclusive_scan(lane, lane) == lane * (lane + 1) / 2);
    EXPECT(__shfl_sync(FULL_MASK, lane * 10, 7) == 70);
    EXPECT(__shfl_sync(FULL_MASK, lane, 3, 8) == (lane & ~7) + 3);
    EXPECT(__shfl_xor_sync(FULL_MASK, lane, 31) == 31 - lane);
    EXPECT(__shfl_down_sync(FULL_MASK, lane, 30) == (lane < 2 ? lane + 30 : lane));
    EXPECT(__shfl_up_sync(FULL_MASK, lane, 4, 16) == (lane % 16 < 4 ? lane : lane - 4));
    EXPECT(__shfl_xor_sync(FULL_MASK, 0.5 * lane, 1) == 0.5 * (lane ^ 1));
    EXPECT(__shfl_sync(FULL_MASK, (std::int64_t{1} << 40) + lane, 2) == (std::int64_t{1} << 40) + 2);
    EXPECT(__shfl_down_sync(FULL_MASK, float(lane), 1) == (lane < 31 ? lane + 1 : 31));
}

__global__ void votes(unsigned* wrong) {
    int test = 0;
    const int lane = threadIdx.x % 32;
    EXPECT(__ballot_sync(FULL_MASK, lane % 2) == 0xaaaaaaaau);
    EXPECT(__all_sync(FULL_MASK, lane < 32) != 0);
    EXPECT(__any_sync(FULL_MASK, lane == 40) == 0);
    EXPECT(__match_any_sync(FULL_MASK, lane / 8) == 0xffu << (lane / 8 * 8));
    int same = -1;
    EXPECT(__match_all_sync(FULL_MASK, 5, &same) == FULL_MASK && same == 1);
    EXPECT(__match_all_sync(FULL_MASK, lane, &same) == 0 && same == 0);
    EXPECT(__reduce_add_sync(FULL_MASK, lane) == 496);
    EXPECT(__reduce_max_sync(FULL_MASK, -lane) == 0);
    EXPECT(__reduce_or_sync(FULL_MASK, 1u << lane) == FULL_MASK);
    EXPECT(__activemask() != 0);
    if (lane < 12) {
        EXPECT(__ballot_sync(0xfffu, 1) == 0xfffu);
        EXPECT(__shfl_sync(0xfffu, lane, 11) == 11);
    }
}

template <unsigned Size, typename Parent>
__device__ int tile_sum(const cg::thread_block_tile<Size, Parent>& tile, int value) {
    for (unsigned half = Size / 2; half > 0; half /= 2) value += tile.shfl_xor(value, half);
    return value;
}

__global__ void tiles(unsigned* wrong) {
    int test = 0;
    const cg::thread_block block = cg::this_thread_block();
    const int rank = block.thread_rank();
    const auto warp = cg::tiled_partition<32>(block);
    const auto quarter = cg::tiled_partition<8>(warp);
    const auto pair = cg::tiled_partition<2>(quarter);
    EXPECT(tile_sum(warp, 1) == 32);
    EXPECT(tile_sum(quarter, rank % 32) == 8 * (rank % 32 / 8 * 8) + 28);
    EXPECT(tile_sum(pair, 3) == 6);
    EXPECT(quarter.meta_group_rank() == rank % 32 / 8 && quarter.meta_group_size() == 4);
    EXPECT(quarter.ballot(quarter.thread_rank() == 2) == 4);
    EXPECT(quarter.any(quarter.thread_rank() == 7) && !quarter.all(quarter.thread_rank() == 7));
    EXPECT(cg::reduce(warp, rank % 32, cg::plus<int>()) == 496);
    EXPECT(cg::reduce(quarter, rank % 8, cg::greater<int>()) == 7);
    const cg::thread_group half = cg::tiled_partition(block, 16);
    EXPECT(half.size() == 16 && half.thread_rank() == rank % 16);
    half.sync();
    if (rank % 3 == 0) {
        const cg::coalesced_group together = cg::coalesced_threads();
        EXPECT(together.size() >= 1 && together.thread_rank() < together.size());
        EXPECT(together.shfl(7, 0) == 7);
    }
}

__global__ void exchange(unsigned* wrong) {
    int test = 0;
    __shared__ int slot[64];
    const int lane = threadIdx.x % 32, base = threadIdx.x - lane;
    for (int round = 0; round < 5; ++round) {
        slot[threadIdx.x] = lane + round;
        __syncwarp();
        const int left = slot[base + (lane + 31) % 32];
        __syncwarp();
        if (left != (lane + 31) % 32 + round) atomicOr(wrong, 1u);
    }
    if (lane < 8) {
        slot[threadIdx.x] = -lane;
        __syncwarp(0xff);
        EXPECT(slot[base + 7 - lane] == lane - 7);
    }
}

int main() {
    unsigned *wrong, result[4];
    cudaMalloc(&wrong, sizeof result);
    cudaMemset(wrong, 0, sizeof result);
    shuffles<<<2, 64>>>(wrong);
    votes<<<2, 64>>>(wrong + 1);
    tiles<<<2, 64>>>(wrong + 2);
    exchange<<<2, 64>>>(wrong + 3);
    const cudaError_t error = cudaMemcpy(result, wrong, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(wrong);
    bool ok = error == cudaSuccess;
    for (unsigned bits : result) ok = ok && bits == 0;
    std::printf("wrong: %x %x %x %x\n%s\n", result[0], result[1], result[2], result[3], ok ? "OK" : "FAILED");
    return !ok;
}
