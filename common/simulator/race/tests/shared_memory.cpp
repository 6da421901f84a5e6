// Shared memory: its own clocks, no values at first, bounds variable by variable.
#include <doctest/doctest.h>

#include "scene.hpp"

using namespace cusim;
using namespace cusim::race;
namespace report = cusim::report;

TEST_CASE("shared memory holds nothing when a block begins, whatever the block before left there") {
    for (int round = 0; round < 2; ++round) {
        Launch launch{1, 32};
        int* s = launch.shared(0, 32);
        launch.thread(0, 0).write(s, 1);
        launch.thread(0, 0).read(s);
        launch.thread(0, 0).read(s + 1);
        launch.barrier(0);
    }
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == report::FindingKind::uninitialized_read);
    CHECK(found[0].space == report::Space::shared);
    CHECK(found[0].index == 1);
    CHECK(found[0].count == 2);
}

TEST_CASE("an unwritten read knows which elements have been stored, and not those merely read") {
    {
        Launch launch{1, 32};
        int* s = launch.shared(0, 32);
        for (unsigned t = 0; t < 12; ++t) launch.thread(0, t).write(s + t, 1);
        for (unsigned t = 0; t < 4; ++t) launch.thread(0, t).read(s + 12 + t);
        launch.barrier(0);
    }
    const auto found = findings();
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].stored);
    CHECK(found[0].stored->count == 12);
    CHECK(found[0].stored->first == 0);
    CHECK(found[0].stored->last == 11);
    CHECK_FALSE(found[0].stored->is_gap);
}

TEST_CASE("a gap among stored elements is known as such") {
    {
        Launch launch{1, 32};
        int* s = launch.shared(0, 32);
        for (unsigned t = 0; t < 32; ++t)
            if (t != 5) launch.thread(0, t).write(s + t, 1);
        launch.thread(0, 5).read(s + 5);
    }
    const auto found = findings();
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].stored);
    CHECK(found[0].stored->is_gap);
    CHECK(found[0].stored->first == 5);
    CHECK(found[0].stored->last == 5);
}

TEST_CASE("an element that was read first and stored by itself shows nothing of the others") {
    {
        Launch launch{1, 32};
        int* s = launch.shared(0, 32);
        launch.thread(0, 0).write(s, launch.thread(0, 0).read(s) + 1);
    }
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK_FALSE(found[0].stored);
}

TEST_CASE("a value that was never written is reported once, and not as a race") {
    {
        Launch launch{1, 64};
        int* s = launch.shared(0, 64);
        launch.thread(0, 0).read(s + 5);
        launch.thread(0, 40).read(s + 5);
        launch.barrier(0);
        launch.thread(0, 41).write(s + 5, 1);
    }
    CHECK(reported() == "uninitialized_read error");
}

TEST_CASE("a read that merely precedes a racing write is reported as the race alone") {
    {
        Launch launch{1, 64};
        int* s = launch.shared(0, 64);
        launch.thread(0, 0).read(s + 40);
        launch.thread(0, 40).write(s + 40, 1);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("a race does not hide a read of unwritten memory on the same line") {
    {
        Launch launch{1, 64};
        int* sum = launch.shared(0, 1);
        for (unsigned t = 0; t < 3; ++t)
            launch.thread(0, t).write(sum, launch.thread(0, t).read(sum, 9) + 1, 9);
    }
    CHECK(reported().find("uninitialized_read error") != std::string::npos);
}

TEST_CASE("a reduction with its barriers is clean") {
    Launch launch{1, 64};
    int* s = launch.shared(0, 64);
    for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).write(s + t, int(t));
    launch.barrier(0);
    for (unsigned stride = 32; stride > 0; stride /= 2) {
        for (unsigned t = 0; t < stride; ++t) {
            const int other = launch.thread(0, t).read(s + t + stride, 20);
            const int own = launch.thread(0, t).read(s + t, 20);
            launch.thread(0, t).write(s + t, own + other, 20);
        }
        launch.barrier(0);
    }
    CHECK(launch.thread(0, 0).read(s) == 64 * 63 / 2);
    CHECK(reported() == "");
}

TEST_CASE("a reduction without a barrier in the loop is a race") {
    {
        Launch launch{1, 64};
        int* s = launch.shared(0, 64);
        for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).write(s + t, int(t));
        launch.barrier(0);
        for (unsigned t = 0; t < 32; ++t)
            for (unsigned stride = 32; stride > t; stride /= 2) {
                launch.thread(0, t).read(s + t + stride, 20);
                launch.thread(0, t).write(s + t, 1, 21);
            }
    }
    CHECK(reported() == "race error");
}

TEST_CASE("volatile does not order the lanes of a warp in shared memory") {
    {
        Launch launch{1, 32};
        int* s = launch.shared(0, 64);
        for (unsigned t = 0; t < 32; ++t) launch.thread(0, t).write(s + t, 1);
        launch.barrier(0);
        launch.thread(0, 8).volatile_write(s + 8, 2);
        launch.thread(0, 0).volatile_read(s + 8);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("a polled volatile flag between warps is no race") {
    Launch launch{1, 64};
    int* s = launch.shared(0, 64);
    launch.thread(0, 0).write(s, 0);
    launch.barrier(0);
    launch.thread(0, 0).volatile_write(s, 1);
    launch.thread(0, 40).volatile_read(s);
    CHECK(reported() == "");
}

TEST_CASE("past the end of a shared array is out of bounds and ends the kernel") {
    {
        Launch launch{1, 32};
        int* s = launch.shared(0, 16, "s");
        CHECK_THROWS_AS(launch.thread(0, 0).write(s + 16, 1), Aborted);
    }
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == report::FindingKind::out_of_bounds);
    CHECK(found[0].variable == "s");
    CHECK(found[0].index == 16);
    CHECK(found[0].cause == "it is right behind the 64 bytes of s");
}

TEST_CASE("the shared memory of another block is out of bounds") {
    {
        Launch launch{2, 32};
        launch.shared(0, 16);
        int* other = launch.shared(1, 16);
        CHECK_THROWS_AS(launch.thread(0, 0).write(other, 1), Aborted);
    }
    CHECK(reported() == "out_of_bounds error");
}

TEST_CASE("blocks that run alternately keep their shared memory apart") {
    Launch launch{2, 32};
    int* s[] = {launch.shared(0, 32), launch.shared(1, 32)};
    for (unsigned t = 0; t < 32; ++t)
        for (unsigned b = 0; b < 2; ++b) launch.thread(b, t).write(s[b] + t, 1);
    for (unsigned b = 0; b < 2; ++b) launch.barrier(b);
    for (unsigned t = 0; t < 32; ++t)
        for (unsigned b = 0; b < 2; ++b) launch.thread(b, t).read(s[b] + 31 - t);
    CHECK(reported() == "");
}
