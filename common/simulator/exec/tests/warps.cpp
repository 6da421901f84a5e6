// Warp operations: which lanes wait for which, and what each lane gets.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "simulator/exec/tests/clean.hpp"
#include "simulator/exec/warp_result.hpp"

using namespace cusim::exec::test;
using cusim::report::FindingKind;
using cusim::report::Severity;
using cusim::report::Variant;

namespace {

constexpr unsigned int full = 0xffffffff;
}  // namespace

TEST_CASE("shuffles read the lane that CUDA defines") {
    clean(64, [] {
        const int lane = int(threadIdx.x % 32);
        expect(__shfl_sync(full, lane, 5) == 5);
        expect(__shfl_sync(full, lane, 37) == 5);
        expect(__shfl_sync(full, lane, 3, 8) == (lane & ~7) + 3);
        expect(__shfl_up_sync(full, lane, 3) == (lane < 3 ? lane : lane - 3));
        expect(__shfl_up_sync(full, lane, 3, 16) == (lane % 16 < 3 ? lane : lane - 3));
        expect(__shfl_down_sync(full, lane, 4) == (lane > 27 ? lane : lane + 4));
        expect(__shfl_down_sync(full, lane, 4, 8) == (lane % 8 > 3 ? lane : lane + 4));
        expect(__shfl_xor_sync(full, lane, 9) == (lane ^ 9));
    });
}

TEST_CASE("a shuffle over the whole width or more gives every lane its own value") {
    clean(32, [] {
        const int lane = int(threadIdx.x);
        expect(__shfl_down_sync(full, lane, 32) == lane);
        expect(__shfl_up_sync(full, lane, 8, 8) == lane);
        expect(__shfl_xor_sync(full, lane, 32) == lane);
    });
    using cusim::detail::WarpOp;
    using cusim::exec::reads_itself;
    CHECK(reads_itself({.op = WarpOp::shuffle_down, .lane = 32}));
    CHECK(!reads_itself({.op = WarpOp::shuffle_down, .lane = 31}));
    CHECK(reads_itself({.op = WarpOp::shuffle_up, .lane = 8, .width = 8}));
    CHECK(!reads_itself({.op = WarpOp::shuffle_xor, .lane = 8, .width = 8}));  // of the one before
    CHECK(reads_itself({.op = WarpOp::shuffle_xor, .lane = 32}));
    CHECK(!reads_itself({.op = WarpOp::shuffle, .lane = 32}));
}

TEST_CASE("shuffles carry every type of 4 or 8 bytes") {
    clean(32, [] {
        const int lane = int(threadIdx.x);
        expect(__shfl_sync(full, float(lane) + 0.5f, 7) == 7.5f);
        expect(__shfl_sync(full, double(lane) / 4, 7) == 1.75);
        expect(__shfl_sync(full, (unsigned int)lane << 27, 31) == 31u << 27);
        expect(__shfl_sync(full, (long long)lane << 40, 3) == 3ll << 40);
        expect(__shfl_sync(full, -lane, 9) == -9);
    });
}

TEST_CASE("a reduction by shuffles adds up a warp") {
    clean(96, [] {
        int sum = int(threadIdx.x);
        for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(full, sum, offset);
        const int warp = int(threadIdx.x / 32);
        if (threadIdx.x % 32 == 0) expect(sum == 32 * 32 * warp + 31 * 16);
    });
}

TEST_CASE("a lane outside the mask gives a NaN and a warning, not a plausible number") {
    Fresh fresh;
    wrong = 0;
    run({1, 16}, [] {
        const float got = __shfl_down_sync(full, 1.0f, 8);
        expect(threadIdx.x < 8 ? got == 1.0f : got != got);
    });
    CHECK(wrong == 0);
    CHECK(only_finding().severity == Severity::warning);
    CHECK(only_finding().variant == Variant::absent_lane);
    CHECK(only_finding().self.thread.x == 8);
}

TEST_CASE("votes, matches and reductions take the lanes of the mask") {
    clean(32, [] {
        const int lane = int(threadIdx.x);
        expect(__ballot_sync(full, lane % 2) == 0xaaaaaaaa);
        expect(__any_sync(full, lane == 31));
        expect(!__all_sync(full, lane != 31));
        expect(__match_any_sync(full, lane / 8) == 0xffu << lane / 8 * 8);
        int same = -1;
        expect(__match_all_sync(full, 3, &same) == full && same == 1);
        expect(__match_all_sync(full, lane, &same) == 0 && same == 0);
        expect(__reduce_add_sync(full, lane) == 496);
        expect(__reduce_min_sync(full, lane - 40) == -40);
        expect(__reduce_max_sync(full, (unsigned)lane) == 31);
        expect(__reduce_xor_sync(full, 1u << lane) == full);
        if (lane < 8) expect(__reduce_add_sync(0xff, 1) == 8);
    });
}

TEST_CASE("votes are counted apart from shuffles") {
    Fresh fresh;
    run({2, 64}, [] {
        const unsigned int odd = __ballot_sync(full, threadIdx.x % 2);
        const unsigned int same = __match_any_sync(full, odd);
        __shfl_sync(full, same, 0);
        __syncwarp();
    });
    const auto counters = cusim::report::collect_json()["kernels"][0]["counters"];
    CHECK(counters["votes"] == 8);
    CHECK(counters["shuffles"] == 4);
}

TEST_CASE("two halves of a warp synchronise separately") {
    clean(32, [] {
        const unsigned int mask = threadIdx.x < 16 ? 0xffff : 0xffff0000;
        if (threadIdx.x < 16) {
            for (int i = 0; i < 3; ++i) __syncwarp(mask);
        } else {
            expect(__ballot_sync(mask, 1) == mask);
        }
        __syncwarp();
    });
}

TEST_CASE("the active mask names the lanes of one branch") {
    clean(48, [] {
        const bool last_warp = threadIdx.x >= 32;
        if (threadIdx.x % 4 == 0)
            expect(__activemask() == (last_warp ? 0x1111u : 0x11111111u));
        else
            expect(__activemask() == (last_warp ? 0xeeeeu : 0xeeeeeeeeu));
        __syncthreads();
    });
}

TEST_CASE("lanes that have exited are not waited for, and are a warning") {
    Fresh fresh;
    wrong = 0;
    run({1, 32}, [] {
        if (threadIdx.x >= 20) return;
        expect(__ballot_sync(full, 1) == 0xfffff);
    });
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(wrong == 0);
    const auto& finding = only_finding();
    CHECK(finding.kind == FindingKind::barrier_divergence);
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.variant == Variant::warp_barrier);
}

TEST_CASE("a lane that exits releases each of the groups that waited for it") {
    for (const char* const order : {"forward", "reverse", "random:3"}) {
        Fresh fresh{order};
        wrong = 0;
        run({1, 32}, [] {
            if (threadIdx.x == 4) return;
            const unsigned int mask = threadIdx.x < 2 ? 0x13 : threadIdx.x < 4 ? 0x1c : 0xffffffe0;
            expect(__ballot_sync(mask, 1) == (mask & ~0x10u));
            __syncthreads();
        });
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(wrong == 0);
    }
}

TEST_CASE("a mask without the calling lane is an error") {
    Fresh fresh;
    run({1, 32}, [] { __syncwarp(0xfffffffe); });
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    CHECK(only_finding().kind == FindingKind::barrier_divergence);
}

TEST_CASE("lanes that wait for each other with different masks are a deadlock") {
    Fresh fresh;
    run({1, 32}, [] { __syncwarp(threadIdx.x < 16 ? full : 0xffff0001); });
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    CHECK(only_finding().kind == FindingKind::deadlock);
}
