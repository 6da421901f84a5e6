// Reads that wait in their lanes' logs are judged as if they had been when they were made.
#include <doctest/doctest.h>

#include "scene.hpp"
#include "simulator/observe/check.hpp"

using namespace cusim::observe;
namespace report = cusim::report;

namespace {

void read_row(Launch& launch, unsigned block, const int* a, int line = 21) {
    for (unsigned lane = 0; lane < 32; ++lane) launch.thread(block, lane).read(a + lane, line);
}

}  // namespace

TEST_CASE("a read before a block's barrier is not taken for one behind it") {
    int* a = filled(32);
    int* b = filled(32);
    {
        Launch launch{1, 64};
        launch.thread(0, 40);
        read_row(launch, 0, a);
        launch.barrier(0);
        read_row(launch, 0, b);
        launch.thread(0, 40).write(a, 1);
    }
    CHECK(told() == "");
}

TEST_CASE("a read before a warp's barrier is not taken for one behind it") {
    int* a = filled(32);
    int* b = filled(32);
    {
        Launch launch{1, 32};
        read_row(launch, 0, a);
        launch.warp_barrier(0, 0);
        read_row(launch, 0, b);
        launch.thread(0, 1).write(a, 1);
    }
    CHECK(told() == "");
}

TEST_CASE("a read before a fence is not taken for one behind it") {
    int* a = filled(32);
    int* b = filled(32);
    int* flag = filled(1);
    {
        Launch launch{2, 32};
        Thread& reader = launch.thread(0, 0);
        reader.read(a);
        reader.fence();
        reader.read(b);
        reader.add(flag, 1);
        Thread& writer = launch.thread(1, 0);
        writer.add(flag, 1);
        writer.write(a, 1);
    }
    CHECK(told() == "");
}

TEST_CASE("a read behind a barrier is not taken for one before it") {
    int* a = filled(32);
    {
        Launch launch{1, 64};
        launch.thread(0, 40);
        launch.barrier(0);
        read_row(launch, 0, a);
        launch.thread(0, 40).write(a, 1);
    }
    CHECK(told() == "race error");
}

TEST_CASE("of two blocks that read a row neither is forgotten") {
    for (const unsigned writer : {0u, 1u}) {
        int* a = filled(32);
        {
            Launch launch{2, 32};
            read_row(launch, 0, a);
            read_row(launch, 1, a);
            launch.barrier(0);
            launch.barrier(1);
            launch.thread(writer, 3).write(a + 3, 1);
        }
        CHECK(told() == "race error");
    }
}

TEST_CASE("a row that an earlier launch read is nothing to a later one") {
    int* a = filled(32);
    {
        Launch launch{1, 32};
        read_row(launch, 0, a);
    }
    {
        Launch launch{1, 32};
        launch.thread(0, 5).write(a, 1);
    }
    CHECK(told() == "");
}

TEST_CASE("a row that a launch in another stream reads races with a write, thread by thread") {
    constexpr StreamId stream = 901;
    stream_created(stream, false);
    int* a = filled(32);
    {
        Launch launch{1, 32};
        read_row(launch, 0, a);
    }
    {
        Launch launch{1, 32, stream};
        launch.thread(0, 5).write(a + 7, 1);
    }
    host_waits_device();
    stream_destroyed(stream);
    const auto found = findings();
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].other);
    CHECK(found[0].other->thread.x == 7);
}

TEST_CASE("a row that nobody has waited for races with a copy in another stream") {
    constexpr StreamId stream = 902;
    stream_created(stream, false);
    int* a = filled(32);
    {
        Launch launch{1, 32};
        read_row(launch, 0, a);
    }
    fills(a, 32 * sizeof(int), stream, Wait::no);
    host_waits_device();
    stream_destroyed(stream);
    CHECK(told() == "race error");
}

TEST_CASE("the host meets a row that it has not waited for") {
    int* a = allocate(32, MemoryKind::managed);
    {
        Launch launch{1, 32};
        read_row(launch, 0, a);
    }
    check_host_access(reinterpret_cast<std::uintptr_t>(a + 9), 4, Op::write, nullptr);
    host_waits_device();
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == report::Kind::unsynchronized_access);
    REQUIRE(found[0].other);
    CHECK(found[0].other->thread.x == 9);
}

TEST_CASE("a row without values is told once, with its first element") {
    int* a = allocate(64);
    {
        Launch launch{1, 32};
        read_row(launch, 0, a + 8);
    }
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == report::Kind::uninitialized_read);
    CHECK(found[0].index == 8);
    CHECK(found[0].count == 32);
}

TEST_CASE("a row of values that kernels wrote has values") {
    int* a = allocate(32);
    {
        Launch launch{1, 32};
        for (unsigned lane = 0; lane < 32; ++lane) launch.thread(0, lane).write(a + lane, 1);
    }
    {
        Launch launch{1, 32};
        read_row(launch, 0, a);
    }
    CHECK(told() == "");
}

TEST_CASE("a read that waits when the kernel is stopped is told, too") {
    int* a = allocate(4);
    {
        Launch launch{1, 32};
        launch.thread(0, 1).read(a);
        CHECK_THROWS(launch.thread(0, 2).read(a + 4, 8));
    }
    CHECK(told() == "out_of_bounds error, uninitialized_read error");
}

TEST_CASE("a thread's read of what it writes then is no race, another's before it is one") {
    int* a = filled(32);
    {
        Launch launch{1, 32};
        launch.thread(0, 0).read(a);
        launch.thread(0, 0).write(a, 1);
    }
    CHECK(told() == "");
    int* b = filled(32);
    {
        Launch launch{1, 32};
        launch.thread(0, 1).read(b);
        launch.thread(0, 0).write(b, 1);
    }
    CHECK(told() == "race error");
}

TEST_CASE("a stream made after launches that nobody has waited for is not ordered with them") {
    constexpr StreamId stream = 903;
    int* a = filled(32);
    {
        Launch launch{1, 32};
        read_row(launch, 0, a);
    }
    {
        Launch launch{1, 32};
        launch.thread(0, 0).write(a, 1);
    }
    stream_created(stream, false);
    {
        Launch launch{1, 32, stream};
        launch.thread(0, 5).write(a + 7, 1);
    }
    host_waits_device();
    stream_destroyed(stream);
    CHECK(told() == "race error");
}
