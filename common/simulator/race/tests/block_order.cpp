// Order inside one block: barriers, program order, warps.
#include <doctest/doctest.h>

#include <tuple>

#include "scene.hpp"

using namespace cusim;
using namespace cusim::race;
namespace report = cusim::report;

TEST_CASE("a thread is ordered with itself") {
    int* a = filled(4);
    {
        Launch launch{1, 64};
        launch.thread(0, 0).write(a, 1);
        launch.thread(0, 0).read(a);
        launch.thread(0, 0).write(a, 2);
    }
    CHECK(reported() == "");
}

TEST_CASE("two writes of one block without a barrier are a race") {
    int* a = filled(4);
    {
        Launch launch{1, 64};
        launch.thread(0, 0).write(a + 1, 1, 10);
        launch.thread(0, 33).write(a + 1, 2, 11);
    }
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == report::FindingKind::race);
    CHECK(found[0].severity == report::Severity::error);
    CHECK(found[0].self.thread.x == 33);
    CHECK(found[0].self.site.pc == reinterpret_cast<void*>(11));
    REQUIRE(found[0].other);
    CHECK(found[0].other->thread.x == 0);
    CHECK(found[0].other->site.pc == reinterpret_cast<void*>(10));
    CHECK(found[0].variable == "a");
    CHECK(found[0].index == 1);
}

TEST_CASE("a barrier orders the whole block") {
    int* a = filled(64);
    {
        Launch launch{1, 64};
        for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).write(a + t, 1);
        launch.barrier(0);
        for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).read(a + 63 - t);
        launch.barrier(0);
        for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).write(a + 63 - t, 2);
    }
    CHECK(reported() == "");
}

TEST_CASE("a write after a read by another thread is a race, whichever reader it was") {
    for (const unsigned writer : {0u, 1u, 31u, 32u, 63u}) {
        int* a = filled(4);
        {
            Launch launch{1, 64};
            for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).read(a);
            launch.thread(0, writer).write(a, 1);
        }
        CHECK(reported() == "race error");
    }
}

TEST_CASE("the only reader may write") {
    int* a = filled(4);
    {
        Launch launch{1, 64};
        launch.thread(0, 5).read(a);
        launch.thread(0, 5).write(a, 1);
    }
    CHECK(reported() == "");
}

TEST_CASE("a reader of an earlier epoch does not hide one of this epoch") {
    int* a = filled(4);
    {
        Launch launch{1, 64};
        launch.thread(0, 0).read(a);
        launch.thread(0, 40).read(a);
        launch.barrier(0);
        launch.thread(0, 3).read(a);
        launch.thread(0, 0).write(a, 1);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("a barrier of one block does not order another block") {
    int* a = filled(4);
    {
        Launch launch{2, 64};
        launch.thread(0, 0).write(a, 1);
        launch.barrier(0);
        launch.barrier(1);
        launch.thread(1, 0).read(a);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("reads of all blocks are no race, and a write by any of them is") {
    for (const unsigned writer : {0u, 1u, 2u, 3u}) {
        int* a = filled(4);
        {
            Launch launch{4, 64};
            for (unsigned b = 0; b < 4; ++b)
                for (unsigned t = 0; t < 64; ++t) launch.thread(b, t).read(a);
            launch.thread(writer, 7).write(a, 1);
        }
        CHECK(reported() == "race error");
    }
}

TEST_CASE("of the pairs that race on two lines, the farthest apart is reported") {
    int* s = filled(3);
    {
        Launch launch{2, 64};
        for (const auto& [word, block, thread] :
             {std::tuple{0, 0u, 1u}, {1, 0u, 40u}, {2, 1u, 0u}}) {
            launch.thread(0, 0).write(s + word, 1);
            launch.thread(block, thread).read(s + word);
        }
    }
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].count == 3);
    CHECK(found[0].self.block.x == 1);
}

TEST_CASE("writes of the same value are a warning") {
    int* a = filled(4);
    {
        Launch launch{1, 64};
        for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).write(a, 7);
    }
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == report::Severity::warning);
    CHECK(found[0].variant == report::Variant::same_value);
    CHECK(found[0].count == 63);
}

TEST_CASE("one different value among equal ones is an error") {
    int* a = filled(4);
    {
        Launch launch{1, 64};
        for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).write(a, t == 50 ? 8 : 7);
    }
    CHECK(reported().find("race error") != std::string::npos);
}

TEST_CASE("__syncwarp orders the lanes that it names, and no others") {
    int* a = filled(64);
    {
        Launch launch{1, 64};
        for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).write(a + t, 1);
        launch.warp_barrier(0, 0);
        for (unsigned t = 0; t < 32; ++t) launch.thread(0, t).read(a + (t ^ 16));
    }
    CHECK(reported() == "");
    {
        Launch launch{1, 64};
        for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).write(a + t, 1);
        launch.warp_barrier(0, 0, 0x0000ffff);
        launch.thread(0, 3).read(a + 15);
        CHECK_MESSAGE(reported() == "", "both named");
        launch.thread(0, 3).read(a + 16);
    }
    CHECK(reported() == "race error");
    {
        Launch launch{1, 64};
        for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).write(a + t, 1);
        launch.warp_barrier(0, 0);
        launch.thread(0, 3).read(a + 40);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("__syncwarp is transitive through a lane") {
    int* a = filled(64);
    {
        Launch launch{1, 32};
        for (unsigned t = 0; t < 32; ++t) launch.thread(0, t).write(a + t, 1);
        launch.warp_barrier(0, 0, 0b0011);
        launch.warp_barrier(0, 0, 0b0110);
        launch.thread(0, 2).read(a + 0);
        CHECK(reported() == "");
        launch.thread(0, 0).read(a + 2);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("__syncwarp does not order what a lane does after it") {
    int* a = filled(64);
    {
        Launch launch{1, 32};
        launch.thread(0, 0);
        launch.thread(0, 1);
        launch.warp_barrier(0, 0);
        launch.thread(0, 0).write(a, 1);
        launch.thread(0, 1).read(a);
    }
    CHECK(reported() == "race error");
}
