// The work of the busiest warp and multiprocessor, from which the time model computes.
#include "simulator/count/busiest.hpp"

#include <doctest/doctest.h>

#include "warp_scene.hpp"

using namespace cusim::count::tests;

TEST_CASE("a launch in which one warp works counts as that warp's work") {
    const int* const a = allocation(64);
    {
        Launch launch(200, 64);
        for (unsigned block = 0; block < 200; ++block)
            for (unsigned i = 0; i < 64; ++i) {
                auto& thread = launch.thread(block, i);
                for (int turn = 0; block == 7 && i < 32 && turn < 5; ++turn) thread.read(a + i);
                thread.end();
            }
    }
    CHECK(counter("busiest_warp_requests") == 5);
    CHECK(counter("busiest_multiprocessor_requests") == 5);
    CHECK(counter("busiest_multiprocessor_sectors") == 5 * 4);
    CHECK(counter("reading_threads") == 32);
    CHECK(counter("writing_threads") == 0);
}

TEST_CASE("blocks of one multiprocessor add up, a block's warps wait side by side") {
    const int* const a = allocation(64);
    {
        Launch launch(133, 64);  // an H100 has 132 multiprocessors
        for (unsigned block = 0; block < 133; ++block)
            for (unsigned i = 0; i < 64; ++i) {
                launch.thread(block, i).read(a + i % 32);
                launch.thread(block, i).end();
            }
    }
    CHECK(counter("busiest_warp_requests") == 1);
    CHECK(counter("busiest_multiprocessor_requests") == 2);
    CHECK(counter("busiest_multiprocessor_sectors") == 2 * 2 * 4);
}

TEST_CASE("loads between two barriers are one phase, barriers without loads are none") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        t.read(a + lane);
        t.read(a + lane);
        t.at_barrier(3);
        t.at_barrier(4);
        t.read(a + lane);
        t.write(a + lane);
    });
    CHECK(counter("busiest_warp_requests") == 3);
    CHECK(counter("busiest_warp_phases") == 2);
    CHECK(counter("busiest_multiprocessor_barriers") == 2);
    CHECK(counter("writing_threads") == 32);
}

TEST_CASE("a load after a store of what was loaded is a round trip, one before it is none") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        t.write(a + lane);
        t.read(a + lane);  // nothing was loaded before the store
        t.read(a + 32 + lane);
        t.write(a + lane);
        t.write(a + 32 + lane);
        t.read(a + lane);
        t.read(a + 32 + lane);
        t.write(a + lane);
        t.at_barrier(3);
        t.read(a + lane);  // waits for the barrier, as a phase
    });
    CHECK(counter("busiest_warp_requests") == 5);
    CHECK(counter("busiest_warp_round_trips") == 1);
    CHECK(counter("busiest_multiprocessor_round_trips") == 1);
    CHECK(counter("busiest_warp_phases") == 2);
}

TEST_CASE("a store to shared memory keeps no load of global memory waiting") {
    const int* const a = allocation(64);
    {
        Launch launch(1, 32);
        const int* const q = launch.shared(0, 32);
        for (unsigned lane = 0; lane < 32; ++lane) {
            auto& t = launch.thread(0, lane);
            t.read(a + lane);
            t.write(q + lane);
            t.read(a + 32 + lane);
            t.end();
        }
    }
    CHECK(counter("busiest_warp_requests") == 2);
    CHECK(counter("busiest_warp_round_trips") == 0);
}

TEST_CASE("a thread that loads what the others have put into shared memory is the busiest there") {
    {
        Launch launch(1, 32);
        const int* const q = launch.shared(0, 32);
        for (unsigned lane = 0; lane < 32; ++lane) {
            auto& t = launch.thread(0, lane);
            t.write(q + lane);
            for (unsigned i = 0; lane == 0 && i < 32; ++i) t.read(q + i);
            t.end();
        }
    }
    CHECK(counter("busiest_thread_shared_bytes") == 32 * sizeof(int));
    CHECK(counter("busiest_thread_bytes") == 0);
}

TEST_CASE("the busiest thread is the one that loads most bytes") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        t.read(a + lane);
        t.write(a + lane);
        if (lane == 3) t.read(a + 32);
        if (lane == 3) t.read(a + 33);
    });
    CHECK(counter("busiest_thread_bytes") == 3 * sizeof(int));
}

TEST_CASE("a request is cold where it touches what the launch had not touched before") {
    const int* const a = allocation(128);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        t.read(a + lane);
        t.read(a + lane);
        t.read(a + 32 + lane);
    });
    CHECK(counter("busiest_warp_requests") == 3);
    CHECK(counter("busiest_warp_cold") == 2);
}
