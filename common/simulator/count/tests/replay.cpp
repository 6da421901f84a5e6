// Hand-made logs of lanes that split and join: the requests that they make together.
#include <doctest/doctest.h>

#include <set>

#include "simulator/count/transactions.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/trace/memory_objects.hpp"
#include "warp_scene.hpp"

using namespace cusim;
using namespace cusim::count;
using namespace cusim::count::tests;

TEST_CASE("lanes in step make one request") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) { t.read(a + lane); });
    CHECK(counter("global_load_requests") == 1);
    CHECK(counter("global_load_sectors") == 4);
    CHECK(counter("bytes") == 128);
}

TEST_CASE("what a kernel reads in page-locked memory of the host is counted by itself") {
    const memory::Address base = memory::host_visible_heap.base;
    trace::memory_objects().add(
        {.base = base, .size = 256, .kind = memory::MemoryKind::pinned, .name = "pinned"});
    const int *const a = allocation(64), *const h = reinterpret_cast<const int*>(base);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        t.read(a + lane);
        t.read(h + lane, 3);
    });
    CHECK(counter("host_memory_sectors") == 4);
    CHECK(counter("global_load_sectors") == 8);
}

TEST_CASE("every warp makes its own request, the last one with fewer lanes") {
    const int* const a = allocation(80);
    run_one_by_one(70, [&](Thread& t, unsigned lane) { t.read(a + lane); });
    CHECK(counter("global_load_requests") == 3);
    CHECK(counter("bytes") == 70 * 4);
}

TEST_CASE("the two sides of a branch are separate requests, code after them is one again") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        if (lane % 2 == 0)
            t.block(2).read(a + lane, 10);
        else
            t.block(3).read(a + lane, 11);
        t.block(4).read(a + lane, 12);
    });
    CHECK(counter("global_load_requests") == 3);
}

TEST_CASE("lanes that skip a branch wait after it") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        if (lane < 5) t.block(2).read(a + lane, 10);
        t.block(3).read(a + lane, 11);
    });
    CHECK(counter("global_load_requests") == 2);
}

TEST_CASE("a branch inside a branch joins before the outer one does") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        if (lane < 16) {
            t.block(2);
            if (lane < 4) t.block(3).read(a + lane, 10);
            t.block(4).read(a + lane, 11);
        } else {
            t.block(5).read(a + lane, 12);
        }
        t.block(6).read(a + lane, 13);
    });
    CHECK(counter("global_load_requests") == 4);
}

TEST_CASE("a loop goes on until its last lane leaves it, and then all go on together") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        for (unsigned i = 0; i <= lane; ++i) t.block(2).read(a + lane, 10);
        t.block(3).read(a + lane, 11);
    });
    CHECK(counter("global_load_requests") == 32 + 1);
    CHECK(counter("bytes") == 4 * (32 * 33 / 2 + 32));
}

TEST_CASE("lanes in different iterations of a loop are separate requests") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        for (unsigned i = 0; i < 4; ++i) {
            t.block(2);
            if ((i + lane) % 2 == 1) t.block(3).read(a + lane, 10);
            t.block(4);
        }
        t.block(5);
    });
    CHECK(counter("global_load_requests") == 4);
    CHECK(counter("bytes") == 4 * 64);
}

TEST_CASE("after an early return the other lanes stay converged") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        if (lane >= 20) return;
        t.block(2).read(a + lane, 10);
        t.block(3).read(a + lane, 11);
    });
    CHECK(counter("global_load_requests") == 2);
    CHECK(counter("bytes") == 2 * 4 * 20);
}

TEST_CASE("a function called from both sides of a branch runs once for each side") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        const auto call = [&] { t.enter(2000).block(20).read(a + lane, 30), t.leave(); };
        if (lane < 16)
            t.block(2), call(), t.read(a + lane, 10);
        else
            t.block(3), call();
        t.block(4).read(a + lane, 11);
    });
    CHECK(counter("global_load_requests") == 4);
}

TEST_CASE("lanes that diverge inside a function have converged when it returns") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        t.enter(2000).block(20);
        if (lane % 3 == 0)
            t.block(21).read(a + lane, 30);  // and the function returns here
        else
            t.block(22).read(a + lane, 31);
        t.leave();
        t.read(a + lane, 10);
    });
    CHECK(counter("global_load_requests") == 3);
}

TEST_CASE("recursion of differing depth joins call by call") {
    const int* const a = allocation(64);
    run_one_by_one(8, [&](Thread& t, unsigned lane) {
        const std::function<void(unsigned)> descend = [&](unsigned depth) {
            t.enter(2000).block(20);
            if (depth > 0) t.block(21), descend(depth - 1);
            t.block(22).read(a + lane, 30), t.leave();
        };
        descend(lane % 4);
        t.read(a + lane, 10);
    });
    CHECK(counter("global_load_requests") == 4 + 1);
    CHECK(counter("bytes") == 4 * (2 * (1 + 2 + 3 + 4) + 8));
}

TEST_CASE("accesses of lanes between barriers are joined, however early they are replayed") {
    const int* const a = allocation(64);
    constexpr unsigned turns = 20000;  // longer than a log that is kept
    {
        Launch launch{1, 32};
        for (unsigned i = 0; i < 32; ++i) launch.thread(0, i).enter(1000).block(1);
        for (int segment = 0; segment < 3; ++segment) {
            for (unsigned i = 0; i < 32; ++i) {
                Thread& t = launch.thread(0, i);
                for (unsigned turn = 0; turn < turns; ++turn) t.block(2).read(a + i, 10);
                if (i == 3) t.block(3).read(a, 11);
                t.block(4);
            }
            launch.barrier(0);
        }
        for (unsigned i = 0; i < 32; ++i) launch.thread(0, i).leave().end();
    }
    CHECK(counter("global_load_requests") == 3 * (turns + 1));
}

TEST_CASE("atomics whose result is used are distinguished from those whose is not") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        t.add(a, 20);
        t.add(a + lane, 21, true);
    });
    CHECK(counter("red_requests") == 1);
    CHECK(counter("red_sectors") == 32);
    CHECK(counter("atom_requests") == 1);
    CHECK(counter("atom_sectors") == 4);
    CHECK(counter("atomic_operations") == 64);
}

TEST_CASE("an atomic that is a loop on shared memory loads there") {
    {
        Launch launch{1, 32};
        const int* const sum = launch.shared(0, 1);
        for (unsigned i = 0; i < 32; ++i) launch.thread(0, i).loop_add(sum);
        for (unsigned i = 0; i < 32; ++i) launch.thread(0, i).end();
    }
    CHECK(counter("shared_load_wavefronts") > 1);
    CHECK(counter("shared_store_wavefronts") == 0);
    CHECK(counter("red_requests") == 0);
}

TEST_CASE("the busiest warp is the one that waits for most requests") {
    const int* const a = allocation(64);
    for (int launches = 0; launches < 2; ++launches) {
        {
            Launch launch{1, 64};
            for (unsigned i = 0; i < 64; ++i) {
                Thread& thread = launch.thread(0, i);
                thread.read(a + i, 10);
                thread.write(a + i, 11);
                thread.add(a + i, 12);
                if (i >= 32)
                    for (int k = 0; k < 5; ++k) thread.read(a + i, 13 + k);
                thread.end();
            }
        }
        CHECK(counter("busiest_warp_requests") == 6);
    }
}

TEST_CASE("a sector touched again is not new until the next launch") {
    const int* const a = allocation(64);
    for (int launch = 0; launch < 300; ++launch) {
        run_one_by_one(32, [&](Thread& t, unsigned lane) {
            t.read(a + lane, 10);
            t.read(a + lane + 8, 11);
        });
        CHECK(counter("unique_sectors") == 5);
        CHECK(counter("atomic_unique_sectors") == 0);
    }
}

TEST_CASE("the sectors that atomics touch are counted separately, once each") {
    const int* const a = allocation(64);
    const int scattered[] = {0, 9, 8, 40};  // in three sectors
    for (int launch = 0; launch < 2; ++launch) {
        run_one_by_one(32, [&](Thread& t, unsigned lane) {
            t.read(a + 2 * lane, 10);
            t.add(a + 63, 11);
            t.add(a + scattered[lane % 4], 12);
            t.add(a + scattered[lane % 4], 13);
        });
        CHECK(counter("atomic_unique_sectors") == 4);
        CHECK(counter("unique_sectors") == 8);
    }
}

TEST_CASE("addresses equally far apart cost what they do one by one") {
    const int* const a = allocation(32 * 72);
    for (const bool atomic : {false, true})
        for (const int words : {0, 1, 2, 3, 5, 7, 8, 9, 16, 31, 64, 72, -1, -9})
            for (const unsigned lanes : {1u, 7u, 32u}) {
                trace::WarpRequest request;
                request.mask = lanes == 32 ? ~0u : (1u << lanes) - 1;
                request.size = 4;
                std::set<std::uint64_t> sectors;
                run_one_by_one(lanes, [&](Thread& t, unsigned lane) {
                    const int* const p = a + (words < 0 ? 300 : 3) + words * static_cast<int>(lane);
                    request.address[lane] = reinterpret_cast<std::uint64_t>(p);
                    sectors.insert(request.address[lane] / 32);
                    atomic ? t.add(p) : t.read(p);
                });
                CAPTURE(words);
                CHECK(counter(atomic ? "red_sectors" : "global_load_sectors") ==
                      (atomic ? atomic_sectors(request) : global_sectors(request)));
                CHECK(counter("unique_sectors") == sectors.size());
                CHECK(counter("atomic_unique_sectors") == (atomic ? sectors.size() : 0));
            }
}
