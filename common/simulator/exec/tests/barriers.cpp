// __syncthreads() and its variants: which threads wait, which are released, and what is reported
// about threads that never arrive.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cusim/numbered_barriers.hpp"
#include "cusim/tile.hpp"
#include "simulator/exec/tests/kernel.hpp"

using namespace cusim::exec::test;
using cusim::detail::numbered_arrival;
using cusim::detail::numbered_barrier;
using cusim::report::FindingKind;
using cusim::report::Severity;
using cusim::report::Variant;

TEST_CASE("no thread passes a barrier before the last one has arrived, in any order") {
    for (const char* order : {"forward", "reverse", "random:7"}) {
        CAPTURE(order);
        Fresh fresh{order};
        static int arrived;
        static bool early;
        arrived = 0, early = false;
        run({1, 100}, [] {
            ++arrived;
            __syncthreads();
            if (arrived != 100) early = true;
            __syncthreads();
            ++arrived;
        });
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK_FALSE(early);
        CHECK(arrived == 200);
        CHECK(cusim::report::settled_findings().empty());
    }
}

TEST_CASE("after a barrier threads go on in the order of their start") {
    Fresh fresh{"reverse"};
    static std::vector<unsigned> sequence;
    sequence.clear();
    run({1, 4}, [] {
        __syncthreads();
        sequence.push_back(threadIdx.x);
    });
    CHECK(sequence == std::vector<unsigned>{3, 2, 1, 0});
}

TEST_CASE("count, and and or see the predicates of all threads") {
    Fresh fresh;
    static int wrong;
    wrong = 0;
    run({2, 70}, [] {
        const bool even = threadIdx.x % 2 == 0;
        if (__syncthreads_count(even) != 35) ++wrong;
        if (__syncthreads_and(even)) ++wrong;
        if (!__syncthreads_and(threadIdx.x < 70)) ++wrong;
        if (!__syncthreads_or(threadIdx.x == 69)) ++wrong;
        if (__syncthreads_or(threadIdx.x == 70)) ++wrong;
    });
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(wrong == 0);
}

TEST_CASE("threads that have exited do not block a barrier, and give a warning") {
    Fresh fresh;
    static int passed;
    passed = 0;
    run({1, 64}, [] {
        if (threadIdx.x >= 50) return;
        __syncthreads();
        ++passed;
    });
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(passed == 50);
    const auto& finding = only_finding();
    CHECK(finding.kind == FindingKind::barrier_divergence);
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.variant == Variant::exited_threads);
}

TEST_CASE(
    "threads that leave a loop of barriers earlier are told as such, and those of before too") {
    Fresh fresh;
    run({1, 64}, [] {
        if (threadIdx.x >= 50) return;
        for (unsigned stride = 32; stride > 0; stride /= 2)
            if (threadIdx.x < stride) __syncthreads();
    });
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    const auto findings = cusim::report::settled_findings();
    REQUIRE(findings.size() == 2);
    for (const auto& settled : findings) {
        const auto& finding = settled.recorded.finding;
        CHECK(finding.kind == FindingKind::barrier_divergence);
        CHECK(finding.severity == Severity::warning);
        const bool uneven = finding.variant == Variant::uneven_barriers;
        REQUIRE(finding.other);
        CHECK(finding.other->site.line == (uneven ? finding.self.site.line : 0));
        if (uneven) CHECK(finding.other->thread.x == 16);
    }
}

TEST_CASE("live threads at two barriers are an error that names both lines") {
    Fresh fresh;
    static int first_line, second_line;
    run({1, 64}, [] {
        if (threadIdx.x < 32) {
            first_line = __LINE__ + 1;
            __syncthreads();
        } else {
            second_line = __LINE__ + 1;
            __syncthreads();
        }
    });
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    const auto& finding = only_finding();
    CHECK(finding.kind == FindingKind::barrier_divergence);
    CHECK(finding.severity == Severity::error);
    CHECK(finding.self.site.line == first_line);
    REQUIRE(finding.other);
    CHECK(finding.other->site.line == second_line);
    CHECK(finding.other->thread.x == 32);
}

TEST_CASE("a warp barrier that waits for a lane at the block's barrier is a deadlock") {
    Fresh fresh;
    run({1, 32}, [] {
        if (threadIdx.x < 16)
            __syncwarp();
        else
            __syncthreads();
    });
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    const auto& finding = only_finding();
    CHECK(finding.kind == FindingKind::deadlock);
    CHECK(finding.variant == Variant::warp_barrier);
    REQUIRE(finding.other);
    CHECK(finding.self.site.line != finding.other->site.line);
}

TEST_CASE("a barrier with a number waits for as many threads as it is told, in whole warps") {
    for (const char* order : {"forward", "reverse", "random:7"}) {
        CAPTURE(order);
        Fresh fresh{order};
        static int first, others, wrong;
        first = others = wrong = 0;
        run({1, 80}, [] {
            const bool in_first = threadIdx.x < 32;
            ++(in_first ? first : others);
            // The last warp has 16 lanes, and counts as 32 threads.
            const unsigned held =
                in_first ? numbered_barrier(1, 32, threadIdx.x < 5) : numbered_barrier(2, 64, true);
            if (held != (in_first ? 5u : 48u)) ++wrong;
            if ((in_first ? first : others) % (in_first ? 32 : 48) != 0) ++wrong;
            if (numbered_barrier(15, 0, true) != 80) ++wrong;
            if (numbered_barrier(0, 0, true) != 80 || numbered_barrier(0, 96) != 0) ++wrong;
        });
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(wrong == 0);
        CHECK(cusim::report::settled_findings().empty());
    }
}

TEST_CASE("a barrier with a number and none of threads does not wait for warps that have ended") {
    Fresh fresh{"reverse"};
    run({3, 128}, [] {
        if (threadIdx.x >= 96 || threadIdx.x == 7) return;
        numbered_barrier(1, 0);
        if (threadIdx.x < 32) return;
        numbered_barrier(1, 0);
    });
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(cusim::report::settled_findings().empty());
}

TEST_CASE("a barrier with a number that lacks a warp is a deadlock, which tells how many came") {
    Fresh fresh;
    run({1, 128}, [] {
        if (threadIdx.x < 32)
            numbered_arrival(7, 96);
        else if (threadIdx.x < 64)
            numbered_barrier(7, 96);
    });
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    const auto& finding = only_finding();
    CHECK(finding.kind == FindingKind::deadlock);
    CHECK(finding.variant == Variant::numbered_barrier);
    CHECK(finding.cause == "barrier 7 waits for 96 threads, and 64 have come, in whole warps");
}

TEST_CASE("what a barrier with a number cannot do is told") {
    const auto told = [](auto body) {
        Fresh fresh;
        run({1, 64}, body);
        CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
        const auto& finding = only_finding();
        CHECK(finding.kind == FindingKind::assertion);
        return finding.cause;
    };
    CHECK(told([] { numbered_barrier(16, 64); }) ==
          "a block has the barriers 0 to 15, and none of the number 16");
    CHECK(told([] { numbered_barrier(1, 40); }) ==
          "barrier 1 is to wait for 40 threads, and barriers count in warps: the number is a "
          "multiple of 32");
    CHECK(told([] { numbered_arrival(1, 0); }) ==
          "bar.arrive is told how many threads the barrier waits for");
    CHECK(told([] { numbered_barrier(1, threadIdx.x < 32 ? 64 : 96); }) ==
          "barrier 1 is to wait for 96 threads here, and threads have arrived that let it wait for "
          "64 threads");
}

TEST_CASE("blocks pass their barriers independently of each other") {
    Fresh fresh;
    static std::vector<unsigned> blocks;
    blocks.clear();
    run({3, 2}, [] {
        for (unsigned i = 0; i < blockIdx.x; ++i) __syncthreads();
        if (threadIdx.x == 0) blocks.push_back(blockIdx.x);
    });
    CHECK(blocks == std::vector<unsigned>{0, 1, 2});
}

TEST_CASE("barriers are counted by block and execution") {
    Fresh fresh;
    run({5, 33}, [] {
        for (int i = 0; i < 4; ++i) __syncthreads();
    });
    const auto report = cusim::report::collect_json();
    CHECK(report["kernels"][0]["counters"]["barriers"] == 20);
    CHECK(report["kernels"][0]["counters"]["warps"] == 10);
}

TEST_CASE("whatever makes several warps wait for each other counts as a barrier") {
    Fresh fresh;
    run({2, 96}, [] {
        numbered_barrier(1, 96);
        cusim::detail::tile_barrier(64, __FILE__, __LINE__);  // the second tile is one warp
        cusim::detail::tile_barrier(32, __FILE__, __LINE__);
        cusim::detail::tile_exchange_barrier(64, __FILE__, __LINE__);  // not the program's own
        if (threadIdx.x < 32) numbered_barrier(2, 32);
    });
    const auto report = cusim::report::collect_json();
    CHECK(report["kernels"][0]["counters"]["barriers"] == 2 * 2);
}

TEST_CASE("a launch that was stopped has no count of warps, since its counts are incomplete") {
    Fresh fresh;
    run({1, 64}, [] {
        if (threadIdx.x < 32)
            __syncthreads();
        else
            __syncthreads();  // a different barrier: neither is ever complete
    });
    CHECK(only_finding().kind == FindingKind::barrier_divergence);
    CHECK_FALSE(cusim::report::collect_json()["kernels"][0]["counters"].contains("warps"));
}
