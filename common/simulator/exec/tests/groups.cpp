// Cooperative groups: ranks, sizes and exchanges of blocks, tiles and coalesced threads.
#include <cooperative_groups/scan.h>
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "simulator/exec/tests/clean.hpp"

using namespace cusim::exec::test;
namespace cg = cooperative_groups;

namespace {

struct Pair {
    double value;
    int index;
};

}  // namespace

TEST_CASE("a block knows its size and ranks x fastest") {
    clean(dim3(4, 3, 2), [] {
        const cg::thread_block block = cg::this_thread_block();
        expect(block.size() == 24);
        expect(block.thread_rank() == threadIdx.x + 4 * (threadIdx.y + 3 * threadIdx.z));
        expect(block.group_index().x == blockIdx.x);
        block.sync();
        cg::sync(block);
    });
}

TEST_CASE("tiles shuffle and vote within themselves") {
    clean(64, [] {
        const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
        const int rank = int(tile.thread_rank());
        expect(tile.size() == 8);
        expect(rank == int(threadIdx.x % 8));
        expect(tile.meta_group_rank() == threadIdx.x / 8);
        expect(tile.meta_group_size() == 8);
        expect(tile.shfl(int(threadIdx.x), 2) == int(threadIdx.x / 8 * 8 + 2));
        expect(tile.shfl_down(rank, 3) == (rank < 5 ? rank + 3 : rank));
        expect(tile.shfl_up(rank, 3) == (rank < 3 ? rank : rank - 3));
        expect(tile.shfl_xor(rank, 4) == (rank ^ 4));
        expect(tile.ballot(rank < 3) == 7);
        expect(tile.any(rank == 7) && !tile.all(rank == 7));
        tile.sync();
    });
}

TEST_CASE("tiles reduce and scan any operation") {
    clean(32, [] {
        const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
        const int rank = int(tile.thread_rank());
        expect(cg::reduce(tile, rank, cg::plus<int>()) == 120);
        expect(cg::reduce(tile, rank - 5, cg::greater<int>()) == 10);
        expect(cg::inclusive_scan(tile, rank) == rank * (rank + 1) / 2);
        expect(cg::exclusive_scan(tile, 1) == rank);
    });
}

TEST_CASE("any number of coalesced threads reduce and scan in the order of their ranks") {
    clean(32, [] {
        if (threadIdx.x % 3 != 0) return;
        const auto group = cg::coalesced_threads();
        const auto second = [](int, int b) { return b; };
        const int rank = int(group.thread_rank());
        expect(group.size() == 11);
        expect(cg::reduce(group, rank, cg::plus<int>()) == 55);
        expect(cg::reduce(group, rank, second) == 10);
        expect(cg::inclusive_scan(group, rank) == rank * (rank + 1) / 2);
        expect(cg::inclusive_scan(group, rank, second) == rank);
    });
}

TEST_CASE("a reduction of a tile takes a shuffle for each halving, and one that tells the result") {
    Fresh fresh;
    run({1, 32}, [] {
        cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), 1.0f, cg::plus<float>());
    });
    CHECK(cusim::report::collect_json()["kernels"][0]["counters"]["shuffles"] == 6);
}

TEST_CASE("tiles exchange structures") {
    clean(32, [] {
        const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
        const Pair mine{threadIdx.x / 2.0, int(threadIdx.x)};
        const Pair other = tile.shfl(mine, 9);
        expect(other.value == 4.5 && other.index == 9);
    });
}

TEST_CASE("coalesced threads are the lanes of the branch, ranked closely") {
    clean(32, [] {
        if (threadIdx.x % 3 == 1) {
            const cg::coalesced_group active = cg::coalesced_threads();
            expect(active.size() == 11);
            expect(active.thread_rank() == threadIdx.x / 3);
            expect(active.shfl(int(threadIdx.x), 2) == 7);
            expect(active.ballot(active.thread_rank() < 2) == 3);
        }
        __syncwarp();
    });
}

TEST_CASE("a group of any kind synchronises the threads that it was made from") {
    clean(64, [] {
        const cg::thread_group block = cg::this_thread_block();
        const cg::thread_group tile = cg::tiled_partition(block, 4);
        expect(block.size() == 64 && tile.size() == 4);
        expect(tile.thread_rank() == threadIdx.x % 4);
        tile.sync();
        block.sync();
    });
}

TEST_CASE("a tile is split by a predicate") {
    clean(32, [] {
        const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
        const auto half = cg::binary_partition(warp, threadIdx.x < 10);
        expect(half.size() == (threadIdx.x < 10 ? 10u : 22u));
        const auto third = cg::labeled_partition(warp, threadIdx.x % 3);
        expect(third.size() == (threadIdx.x % 3 == 2 ? 10u : 11u));
    });
}
