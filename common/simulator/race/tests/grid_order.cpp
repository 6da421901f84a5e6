// Order between blocks: fences, flags, locks, barriers.
#include <doctest/doctest.h>

#include "scene.hpp"

using namespace cusim;
using namespace cusim::race;
namespace report = cusim::report;

TEST_CASE("a missing fence and a narrow scope are distinguished") {
    const auto variant = [](bool fenced) {
        int* data = filled(1);
        int* flag = filled(1);
        {
            Launch launch{2, 32};
            launch.thread(0, 0).write(data, 1);
            if (fenced) launch.thread(0, 0).fence(Scope::block);
            launch.thread(0, 0).exchange(flag, 1);
            launch.thread(1, 0).add(flag, 0);
            launch.thread(1, 0).read(data);
        }
        const auto found = findings();
        REQUIRE(found.size() == 1);
        return found[0].variant;
    };
    CHECK(variant(true) == report::Variant::narrow_scope);
    CHECK(variant(false) == report::Variant::missing_fence);
}

TEST_CASE("values written after the fence are not released") {
    int* data = filled(2);
    int* flag = filled(1);
    {
        Launch launch{2, 32};
        launch.thread(0, 0).fence();
        launch.thread(0, 0).write(data, 1);
        launch.thread(0, 0).exchange(flag, 1);
        launch.thread(1, 0).add(flag, 0);
        launch.thread(1, 0).read(data);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("who looked before the flag was set knows nothing") {
    int* data = filled(1);
    int* flag = filled(1);
    {
        Launch launch{2, 32};
        launch.thread(1, 0).add(flag, 0);
        launch.thread(0, 0).write(data, 1);
        launch.thread(0, 0).fence();
        launch.thread(0, 0).exchange(flag, 1);
        launch.thread(1, 0).read(data);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("a volatile flag releases values written before the fence") {
    int* data = filled(1);
    int* flag = filled(1);
    {
        Launch launch{2, 32};
        launch.thread(0, 0).write(data, 1);
        launch.thread(0, 0).fence();
        launch.thread(0, 0).volatile_write(flag, 1);
        launch.thread(1, 0).volatile_read(flag);
        launch.thread(1, 0).fence();
        launch.thread(1, 0).read(data);
    }
    CHECK(reported() == "");
}

TEST_CASE("values that a flag announces are acquired by a fence only") {
    const auto found = [](bool atomic_look) {
        int* data = filled(1);
        int* flag = filled(1);
        {
            Launch launch{2, 32};
            launch.thread(0, 0).write(data, 1);
            launch.thread(0, 0).fence();
            launch.thread(0, 0).volatile_write(flag, 1);
            if (atomic_look)
                launch.thread(1, 0).exchange(flag, 2);
            else
                launch.thread(1, 0).volatile_read(flag);
            launch.thread(1, 0).read(data);
        }
        const auto all = findings();
        REQUIRE(all.size() == 1);
        CHECK(all[0].severity == report::Severity::warning);
        return all[0].variant;
    };
    CHECK(found(false) == report::Variant::missing_acquire);
    CHECK(found(true) == report::Variant::missing_acquire);
}

TEST_CASE("a store by another thread ends what was released before it") {
    int* data = filled(1);
    int* flag = filled(1);
    {
        Launch launch{3, 32};
        launch.thread(0, 0).write(data, 1);
        launch.thread(0, 0).fence();
        launch.thread(0, 0).volatile_write(flag, 1);
        launch.thread(1, 0).volatile_write(flag, 2);
        launch.thread(2, 0).volatile_read(flag);
        launch.thread(2, 0).fence();
        launch.thread(2, 0).read(data);
    }
    CHECK(reported().find("race error") != std::string::npos);
}

TEST_CASE("volatile data race like plain ones, but where a thread polls") {
    const auto volatile_race = [](unsigned looks) {
        int* flag = filled(1);
        {
            Launch launch{2, 32};
            for (unsigned i = 0; i < looks; ++i) launch.thread(1, 0).volatile_read(flag);
            launch.thread(0, 0).volatile_write(flag, 1);
            launch.thread(1, 0).volatile_read(flag);
        }
        return reported();
    };
    CHECK(volatile_race(0) == "race error");
    CHECK(volatile_race(2) == "");
}

TEST_CASE("a volatile value stored after a fence is a signal, unless a later one was seen") {
    const auto race_behind = [](bool ticket) {
        int* value = filled(1);
        int* count = filled(1);
        {
            Launch launch{2, 32};
            launch.thread(0, 0).fence();
            launch.thread(0, 0).volatile_write(value, 1);
            if (ticket) {
                launch.thread(0, 0).add(count, 1);
                launch.thread(1, 0).add(count, 1);
            }
            launch.thread(1, 0).volatile_read(value);
        }
        return reported();
    };
    CHECK(race_behind(false) == "");
    CHECK(race_behind(true) == "race error");
}

TEST_CASE("a spin lock with fences protects plain data") {
    int* data = filled(1);
    int* lock = filled(1);
    {
        Launch launch{3, 64};
        for (unsigned i = 0; i < 12; ++i) {
            Thread& thread = launch.thread(i % 3, i * 5);
            thread.exchange(lock, 1);
            thread.fence();
            thread.write(data, thread.read(data) + 1);
            thread.fence();
            thread.exchange(lock, 0);
        }
    }
    CHECK(reported() == "");
}

TEST_CASE("a spin lock without fences does not") {
    int* data = filled(1);
    int* lock = filled(1);
    {
        Launch launch{2, 64};
        for (unsigned i = 0; i < 4; ++i) {
            Thread& thread = launch.thread(i % 2, i);
            thread.exchange(lock, 1);
            thread.write(data, thread.read(data) + int(i) + 1);
            thread.exchange(lock, 0);
        }
    }
    CHECK(reported().find("race error") == 0);
}

TEST_CASE("what a thread acquired, its whole block has after the barrier") {
    int* data = filled(1);
    int* flag = filled(1);
    {
        Launch launch{2, 64};
        launch.thread(0, 0).write(data, 1);
        launch.thread(0, 0).fence();
        launch.thread(0, 0).exchange(flag, 1);
        launch.thread(1, 63);
        launch.thread(1, 0).add(flag, 0);
        launch.barrier(1);
        launch.thread(1, 63).read(data);
    }
    CHECK(reported() == "");
}

TEST_CASE("without the barrier the rest of the block does not know") {
    int* data = filled(1);
    int* flag = filled(1);
    {
        Launch launch{2, 64};
        launch.thread(0, 0).write(data, 1);
        launch.thread(0, 0).fence();
        launch.thread(0, 0).exchange(flag, 1);
        launch.thread(1, 0).add(flag, 0);
        launch.thread(1, 63).read(data);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("a fence after a barrier carries the whole block's writes") {
    int* data = filled(64);
    int* flag = filled(1);
    {
        Launch launch{2, 64};
        for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).write(data + t, 1);
        launch.barrier(0);
        launch.thread(0, 0).fence();
        launch.thread(0, 0).exchange(flag, 1);
        launch.thread(1, 0).add(flag, 0);
        for (unsigned t = 0; t < 64; ++t) launch.thread(1, 0).read(data + t);
    }
    CHECK(reported() == "");
}

TEST_CASE("every thread's fence before a barrier counts for the one that sets the flag after it") {
    for (const unsigned fencing : {64u, 40u}) {
        int* data = filled(64);
        int* flag = filled(1);
        {
            Launch launch{2, 64};
            for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).write(data + t, 1);
            for (unsigned t = 0; t < fencing; ++t) launch.thread(0, t).fence();
            launch.barrier(0);
            launch.thread(0, 0).exchange(flag, 1);
            launch.thread(1, 0).add(flag, 0);
            for (unsigned t = 0; t < 64; ++t) launch.thread(1, 0).read(data + t);
        }
        CHECK(reported() == (fencing == 64 ? "" : "race error"));
    }
}

TEST_CASE("knowledge travels along a chain of flags") {
    constexpr unsigned blocks = 6;
    int* data = filled(blocks);
    int* flags = filled(blocks);
    {
        Launch launch{blocks, 32};
        for (unsigned b = 0; b < blocks; ++b) {
            Thread& thread = launch.thread(b, 0);
            if (b > 0) thread.volatile_read(flags + b - 1);
            if (b > 0) thread.fence();
            for (unsigned earlier = 0; earlier < b; ++earlier) thread.read(data + earlier);
            thread.write(data + b, 1);
            thread.fence();
            thread.volatile_write(flags + b, 1);
        }
    }
    CHECK(reported() == "");
}

TEST_CASE("a grid barrier orders all blocks") {
    int* data = filled(4);
    {
        Launch launch{4, 32};
        for (unsigned b = 0; b < 4; ++b) launch.thread(b, 0).write(data + b, 1);
        grid_barrier();
        for (unsigned b = 0; b < 4; ++b) launch.thread(b, 0).read(data + 3 - b);
        CHECK(reported() == "");
        launch.thread(0, 0).write(data + 2, 1);
    }
    CHECK(reported() == "race error");
}

TEST_CASE(
    "a read is counted that only a barrier of the grid, or a ticket, orders after another block") {
    struct Counting {
        Counting() { count_orders(true); }
        ~Counting() { count_orders(false); }
    } const counting;
    int* data = filled(3);
    int* flag = filled(1);
    {
        Launch launch{2, 32};
        launch.thread(0, 0).write(data, 1);
        launch.thread(0, 1).write(data + 1, 1);
        launch.thread(1, 0).write(data + 2, 1);
        grid_barrier();
        launch.thread(1, 0).read(data);
        launch.thread(1, 0).read(data + 2);  // its own
        launch.thread(0, 0).read(data + 1);  // its block's
    }
    CHECK(ordered_reads() == 1);
    {
        Launch launch{2, 32};
        launch.thread(0, 0).write(data, 1);
        launch.thread(0, 0).fence();
        launch.thread(0, 0).exchange(flag, 1);
        launch.thread(1, 0).add(flag, 0);
        launch.thread(1, 0).fence();
        launch.thread(1, 0).read(data);
        launch.thread(1, 0).read(data + 1);  // of the launch before
    }
    CHECK(ordered_reads() == 1);
    CHECK(reported() == "");
}
