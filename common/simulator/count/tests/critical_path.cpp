// The longest chain of work in which each piece waits for the one before.
#include "simulator/count/critical_path.hpp"

#include <doctest/doctest.h>

#include "simulator/device/time_model.hpp"
#include "simulator/trace/recent_accesses.hpp"
#include "warp_scene.hpp"

using namespace cusim::count::tests;
using cusim::device::barrier_us, cusim::device::hand_over_in_block_us, cusim::device::hand_over_us;

namespace {

constexpr unsigned warp = 32;

// What a warp's first load takes.
double of_a_load() {
    return cusim::device::microseconds_of({.waits = 1, .cold = 1, .phases = 1});
}

doctest::Approx near(double microseconds) {
    return doctest::Approx(microseconds * 1e3).epsilon(1e-3);
}

double path() {
    return static_cast<double>(counter("critical_path_ns"));
}

// `load` by each of the warp's threads, each from a sector of the warp's own.
void load(Launch& launch, unsigned block, unsigned first, const int* p) {
    for (unsigned i = 0; i < warp; ++i) launch.thread(block, first + i).read(p);
}

// By the first lane only: the others stay in step with it.
void look(Launch& launch, unsigned block, unsigned first, const int* word) {
    launch.thread(block, first).looks(word);
}

void hand_over(Launch& launch, unsigned block, unsigned first, const int* word) {
    launch.thread(block, first).hands_over(word);
}

void end(Launch& launch, unsigned block, unsigned threads) {
    for (unsigned i = 0; i < threads; ++i) launch.thread(block, i).end();
}

}  // namespace

TEST_CASE("warps that work at the same time are as quick as one") {
    const int* const a = allocation(64);
    {
        Launch launch(1, 2 * warp);
        load(launch, 0, 0, a);
        load(launch, 0, warp, a + 8);
        end(launch, 0, 2 * warp);
    }
    CHECK(path() == near(of_a_load()));
    CHECK(static_cast<double>(counter("busiest_multiprocessor_path_ns")) == near(of_a_load()));
}

TEST_CASE("warps that work in turn, with a barrier in between, take the sum") {
    const int* const a = allocation(64);
    {
        Launch launch(1, 2 * warp);
        load(launch, 0, 0, a);
        for (unsigned i = 0; i < 2 * warp; ++i) launch.thread(0, i).at_barrier(3);
        load(launch, 0, warp, a + 8);
        end(launch, 0, 2 * warp);
    }
    CHECK(path() == near(2 * of_a_load() + barrier_us));
    CHECK(static_cast<double>(counter("busiest_multiprocessor_path_ns")) ==
          near(2 * of_a_load() + barrier_us));
}

TEST_CASE("blocks that wait for a word until the one before is done take the sum") {
    const int* const a = allocation(64);
    const int* const turn = a + 63;
    {
        Launch launch(3, warp);
        // In this order they run, whatever their numbers are.
        for (const unsigned block : {2u, 0u, 1u}) {
            look(launch, block, 0, turn);
            load(launch, block, 0, a + 8 * block);
            hand_over(launch, block, 0, turn);
        }
        // In another order their logs are replayed.
        for (const unsigned block : {0u, 1u, 2u}) end(launch, block, warp);
    }
    CHECK(path() == near(3 * of_a_load() + 2 * hand_over_us));
    CHECK(static_cast<double>(counter("busiest_multiprocessor_path_ns")) == near(of_a_load()));
}

TEST_CASE("a thread that hands over after a barrier does so when its whole block has come there") {
    const int* const a = allocation(64);
    const int* const turn = a + 63;
    {
        Launch launch(2, 2 * warp);
        look(launch, 1, 0, turn + 1);  // nothing is there, but from now on all is recorded
        load(launch, 0, warp, a);
        for (unsigned i = 0; i < 2 * warp; ++i) launch.thread(0, i).at_barrier(3);
        hand_over(launch, 0, 0, turn);
        look(launch, 1, 0, turn);
        end(launch, 0, 2 * warp);  // the first warp is replayed before the second
        load(launch, 1, 0, a + 8);
        end(launch, 1, 2 * warp);
    }
    CHECK(path() == near(2 * of_a_load() + barrier_us + hand_over_us));
}

TEST_CASE("a block in which one warp came late goes on late") {
    const int* const a = allocation(64);
    const int* const turn = a + 63;
    {
        Launch launch(2, 2 * warp);
        look(launch, 1, 0, turn + 1);
        load(launch, 0, 0, a);
        hand_over(launch, 0, 0, turn);
        look(launch, 1, warp, turn);
        for (unsigned i = 0; i < 2 * warp; ++i) launch.thread(1, i).at_barrier(3);
        load(launch, 1, 0, a + 8);
        end(launch, 0, 2 * warp);
        end(launch, 1, 2 * warp);
    }
    CHECK(path() == near(2 * of_a_load() + hand_over_us + barrier_us));
}

TEST_CASE("warps of a block hand over quicker, and lanes of a warp at once") {
    const int* const a = allocation(64);
    const int* const turn = a + 63;
    {
        Launch launch(1, 2 * warp);
        look(launch, 0, warp, turn);
        load(launch, 0, 0, a);
        hand_over(launch, 0, 0, turn);
        look(launch, 0, 0, turn);
        look(launch, 0, warp, turn);
        load(launch, 0, warp, a + 8);
        end(launch, 0, 2 * warp);
    }
    CHECK(path() == near(2 * of_a_load() + hand_over_in_block_us));
}

TEST_CASE("who only hands over waits for nobody") {
    const int* const a = allocation(64);
    const int* const ticket = a + 63;
    {
        Launch launch(8, warp);
        look(launch, 0, 0, ticket + 1);
        for (unsigned block = 0; block < 8; ++block) {
            load(launch, block, 0, a);
            hand_over(launch, block, 0, ticket);
        }
        look(launch, 7, 0, ticket);  // the last one goes on
        for (unsigned block = 0; block < 8; ++block) end(launch, block, warp);
    }
    CHECK(path() == near(of_a_load() + hand_over_us));
}

TEST_CASE("a word of shared memory is another one in each block") {
    const int* const a = allocation(64);
    {
        Launch launch(2, warp);
        const int* const first = launch.shared(0, 1);
        const int* const second = launch.shared(1, 1);
        for (const unsigned block : {0u, 1u}) {
            const int* const word = block == 0 ? first : second;
            look(launch, block, 0, word);
            load(launch, block, 0, a);
            hand_over(launch, block, 0, word);
            end(launch, block, warp);
        }
    }
    CHECK(path() == near(of_a_load()));
}

TEST_CASE("warps that work in turn at the phases of a barrier object take the sum") {
    const int* const a = allocation(64);
    {
        Launch launch(1, 2 * warp);
        launch.thread(0, 0).looks(a + 63);
        load(launch, 0, 0, a);
        std::uint32_t version = 0;
        for (unsigned i = 0; i < 2 * warp; ++i) launch.thread(0, i).arrives(++version);
        for (unsigned i = 0; i < 2 * warp; ++i) launch.thread(0, i).leaves(version);
        load(launch, 0, warp, a + 8);
        end(launch, 0, 2 * warp);
    }
    CHECK(path() == near(2 * of_a_load() + hand_over_in_block_us));
}

TEST_CASE("who leaves a phase of a barrier object does not wait for arrivals at the next one") {
    const int* const a = allocation(64);
    {
        Launch launch(1, 2 * warp);
        launch.thread(0, 0).looks(a + 63);
        for (unsigned i = 0; i < 2 * warp; ++i) launch.thread(0, i).arrives(1 + i);
        // The last lane that came goes on at once, and comes to the next phase before the others
        // have left this one.
        const std::uint32_t all = 2 * warp;
        for (unsigned i = warp; i < 2 * warp; ++i) launch.thread(0, i).leaves(all);
        load(launch, 0, warp, a);
        for (unsigned i = warp; i < 2 * warp; ++i) launch.thread(0, i).arrives(all + 1 + i);
        for (unsigned i = 0; i < warp; ++i) launch.thread(0, i).leaves(all);
        load(launch, 0, 0, a + 8);
        end(launch, 0, 2 * warp);
    }
    CHECK(path() == near(of_a_load() + hand_over_in_block_us));
}

TEST_CASE("an access is announced once though a meeting stands behind it in the log") {
    const int* const a = allocation(64);
    Launch launch(1, 1);
    auto& thread = launch.thread(0, 0);
    thread.looks(a + 63);
    thread.read(a);
    thread.hands_over(a);
    CHECK(cusim::trace::is_at_end_of_log(reinterpret_cast<cusim::memory::Address>(a), sizeof *a,
                                         cusim::trace::Op::read));
    thread.end();
}
