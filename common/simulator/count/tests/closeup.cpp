// Close-ups of hand-made launches: the request that is kept, its least cost, and the barriers of
// the first block.
#include "simulator/count/closeup.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <nlohmann/json.hpp>
#include <random>

#include "simulator/count/transactions.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/report/worst_line.hpp"
#include "warp_scene.hpp"

using namespace cusim;
using namespace cusim::count;
using namespace cusim::count::tests;
using cusim::report::BarrierTimeline;
using cusim::report::Closeup;
using cusim::report::LaunchRecord;

namespace {

// Turns close-ups on while it lives.
struct Closely {
    Closely() { cusim::report::want_closeups(true); }
    ~Closely() { cusim::report::want_closeups(false); }
};

const LaunchRecord& latest() {
    return cusim::report::recorded_launches().back();
}

// The close-up of the only site of the launch.
const Closeup& only_closeup() {
    REQUIRE(latest().accesses.size() == 1);
    REQUIRE(latest().accesses[0].closeup);
    return *latest().accesses[0].closeup;
}

void at_barrier(Launch& launch, unsigned threads, int line) {
    for (unsigned i = 0; i < threads; ++i) {
        launch.thread(0, i).block(line).at_barrier(line);
    }
    launch.barrier(0);
}

}  // namespace

TEST_CASE("nothing is recorded unless it is requested") {
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) { t.read(a + lane); });
    CHECK_FALSE(latest().accesses[0].closeup);
    CHECK_FALSE(latest().timeline);
}

TEST_CASE("a row of neighbours costs the least possible") {
    const Closely closely;
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned lane) { t.read(a + lane); });
    CHECK(only_closeup().cost == 4);
    CHECK(only_closeup().least == 4);
    CHECK(only_closeup().worst.lanes == ~0u);
    CHECK(only_closeup().worst.offset[31] == 124);
}

TEST_CASE("lanes that share an element count it once") {
    const Closely closely;
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned) { t.read(a); });
    CHECK(only_closeup().cost == 1);
    CHECK(only_closeup().least == 1);
}

TEST_CASE("the least of atomics is an element for each lane") {
    const Closely closely;
    const int* const a = allocation(64);
    run_one_by_one(32, [&](Thread& t, unsigned) { t.add(a); });
    CHECK(only_closeup().cost == 32);
    CHECK(only_closeup().least == 4);
}

TEST_CASE("of a warp's requests the one furthest above its least cost is kept, with its number") {
    const Closely closely;
    const int* const a = allocation(32 * 8);
    run_one_by_one(32, [&](Thread& t, unsigned lane) {
        for (const unsigned stride : {1, 2, 8, 4, 8}) t.block(2).read(a + lane * stride);
    });
    CHECK(only_closeup().cost == 4 + 8 + 32 + 16 + 32);
    CHECK(only_closeup().least == 5 * 4);
    CHECK(only_closeup().worst.turn == 3);
    CHECK(only_closeup().worst.cost == 32);
    CHECK(only_closeup().worst.offset[1] == 32);
}

TEST_CASE("of requests with equal costs a full one is kept, even if its warp is later") {
    const Closely closely;
    const int* const a = allocation(64);
    run_one_by_one(64, [&](Thread& t, unsigned lane) {
        if (lane < 8 || lane >= 32) t.block(2).read(a + lane);
    });
    CHECK(only_closeup().worst.warp == 1);
    CHECK(only_closeup().worst.lanes == ~0u);
}

TEST_CASE("each wavefront of a bank conflict names the lanes it serves") {
    const Closely closely;
    {
        Launch launch{1, 32};
        const int* const s = launch.shared(0, 64);
        for (unsigned i = 0; i < 32; ++i) launch.thread(0, i).write(s + 2 * i);
        for (unsigned i = 0; i < 32; ++i) launch.thread(0, i).end();
    }
    CHECK(only_closeup().cost == 2);
    CHECK(only_closeup().least == 1);
    CHECK(only_closeup().worst.served == std::vector<std::uint32_t>{0x0000ffff, 0xffff0000});
}

TEST_CASE("the wavefronts shown are as many as counted, and contain every lane") {
    std::mt19937 random{7};
    for (int round = 0; round < 2000; ++round) {
        trace::WarpRequest request{.mask = static_cast<std::uint32_t>(random()) | 1,
                                   .size = 1u << random() % 5,
                                   .address = {}};
        const auto words = 1 + random() % 200;
        for (auto& address : request.address) address = random() % words * request.size;
        for (const bool store : {false, true}) {
            const auto wavefronts = shared_wavefronts(request, store);
            CHECK(wavefronts.size() == shared_cost(request, store).wavefronts);
            std::uint32_t lanes = 0;
            for (const std::uint32_t served : wavefronts) {
                CHECK((lanes & served) == 0);
                lanes |= served;
            }
            CHECK(lanes == request.mask);
        }
        std::uint32_t lanes = 0;
        for (const std::uint32_t turn : shared_atomic_turns(request)) lanes |= turn;
        CHECK(lanes == request.mask);
    }
}

TEST_CASE("the timeline shows which warps came to each barrier, and what each did before") {
    const Closely closely;
    {
        Launch launch{1, 64};
        const int* const s = launch.shared(0, 64);
        for (unsigned i = 0; i < 64; ++i) launch.thread(0, i).write(s + i);
        at_barrier(launch, 64, 20);
        for (unsigned i = 0; i < 32; ++i) launch.thread(0, i).read(s + 32 + i);
        for (unsigned i = 40; i < 64; ++i) launch.thread(0, i).end();
        at_barrier(launch, 40, 20);
        at_barrier(launch, 40, 30);
        launch.thread(0, 3).read(s);
        for (unsigned i = 0; i < 40; ++i) launch.thread(0, i).end();
    }
    REQUIRE(latest().timeline);
    const BarrierTimeline& timeline = *latest().timeline;
    CHECK(timeline.passed == 3);
    CHECK(timeline.threads == std::vector<std::uint32_t>{32, 32});
    REQUIRE(timeline.passages.size() == 3);
    const auto& [first, second, third] =
        std::tie(timeline.passages[0], timeline.passages[1], timeline.passages[2]);
    CHECK(first.barrier.line == 20);
    CHECK(first.execution == 1);
    CHECK(first.warps[1].threads == 32);
    CHECK(first.warps[1].requests == 1);
    CHECK(second.execution == 2);
    CHECK(second.warps[0].requests == 1);
    CHECK(second.warps[1].requests == 0);
    CHECK(second.warps[1].threads == 8);
    CHECK(third.barrier.line == 30);
    CHECK(third.execution == 1);
    CHECK(timeline.after == std::vector<std::uint64_t>{1, 0});
}

TEST_CASE("a timeline stops after a limit, and still counts") {
    const Closely closely;
    {
        Launch launch{1, 32};
        for (int i = 0; i < 1000; ++i) at_barrier(launch, 32, 20);
        for (unsigned i = 0; i < 32; ++i) launch.thread(0, i).end();
    }
    CHECK(latest().timeline->passed == 1000);
    CHECK(latest().timeline->passages.size() == 256);
}
