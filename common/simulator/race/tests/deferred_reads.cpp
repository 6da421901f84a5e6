// Reads that wait in their lanes' logs are judged as if they had been when they were made.
#include <doctest/doctest.h>

#include "scene.hpp"
#include "simulator/race/host_access.hpp"

using namespace cusim;
using namespace cusim::race;
namespace report = cusim::report;

namespace {

void read_row(Launch& launch, unsigned block, const int* a, int line = 21) {
    for (unsigned lane = 0; lane < 32; ++lane) launch.thread(block, lane).read(a + lane, line);
}

}  // namespace

TEST_CASE("a read before a block's barrier does not count as one after it") {
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
    CHECK(reported() == "");
}

TEST_CASE("a read before a warp's barrier does not count as one after it") {
    int* a = filled(32);
    int* b = filled(32);
    {
        Launch launch{1, 32};
        read_row(launch, 0, a);
        launch.warp_barrier(0, 0);
        read_row(launch, 0, b);
        launch.thread(0, 1).write(a, 1);
    }
    CHECK(reported() == "");
}

TEST_CASE("a read before a fence does not count as one after it") {
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
    CHECK(reported() == "");
}

TEST_CASE("a read after a barrier does not count as one before it") {
    int* a = filled(32);
    {
        Launch launch{1, 64};
        launch.thread(0, 40);
        launch.barrier(0);
        read_row(launch, 0, a);
        launch.thread(0, 40).write(a, 1);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("two blocks that read a row are both remembered") {
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
        CHECK(reported() == "race error");
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
    CHECK(reported() == "");
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

TEST_CASE("a row's deferred reads race with a copy in another stream") {
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
    CHECK(reported() == "race error");
}

TEST_CASE("a host write races with a row's deferred reads") {
    int* a = allocate(32, memory::MemoryKind::managed);
    {
        Launch launch{1, 32};
        read_row(launch, 0, a);
    }
    check_host_access(reinterpret_cast<std::uintptr_t>(a + 9), 4, trace::Op::write, nullptr);
    host_waits_device();
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == report::FindingKind::unsynchronized_access);
    REQUIRE(found[0].other);
    CHECK(found[0].other->thread.x == 9);
}

TEST_CASE("a row without values is reported once, with its first element") {
    int* a = allocate(64);
    {
        Launch launch{1, 32};
        read_row(launch, 0, a + 8);
    }
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == report::FindingKind::uninitialized_read);
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
    CHECK(reported() == "");
}

TEST_CASE("a deferred read is reported even if the kernel is stopped") {
    int* a = allocate(4);
    {
        Launch launch{1, 32};
        launch.thread(0, 1).read(a);
        CHECK_THROWS(launch.thread(0, 2).write(a + 4, 8));
    }
    CHECK(reported() == "out_of_bounds error, uninitialized_read error");
}

TEST_CASE("a thread's read of what it writes then is no race, another's before it is one") {
    int* a = filled(32);
    {
        Launch launch{1, 32};
        launch.thread(0, 0).read(a);
        launch.thread(0, 0).write(a, 1);
    }
    CHECK(reported() == "");
    int* b = filled(32);
    {
        Launch launch{1, 32};
        launch.thread(0, 1).read(b);
        launch.thread(0, 0).write(b, 1);
    }
    CHECK(reported() == "race error");
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
    CHECK(reported() == "race error");
}

// The shadow learns of most reads late or never: when the host, a copy or the next launch accesses
// the memory, and the clocks have advanced. The reads are judged by the clocks of their own launch.
TEST_CASE("reads of an earlier launch's values do not race with the next launch") {
    int* a = filled(32);
    {
        Launch launch{1, 32};
        for (unsigned lane = 0; lane < 32; ++lane) launch.thread(0, lane).write(a + lane, 1);
    }
    {
        Launch launch{1, 32};
        read_row(launch, 0, a);
    }
    {
        Launch launch{1, 32};
        launch.thread(0, 0).write(a, 1);
    }
    CHECK(reported() == "");
}

TEST_CASE("reads of another stream's values after an event do not race later") {
    constexpr StreamId one = 904, two = 905;
    stream_created(one, false);
    stream_created(two, false);
    int* a = filled(32);
    int* b = filled(32);
    {
        Launch launch{1, 32, one};
        launch.thread(0, 0).write(a, 1);
    }
    event_recorded(31, one);
    stream_waits(two, 31);
    {
        Launch launch{1, 32, two};
        read_row(launch, 0, a);
    }
    {
        Launch launch{1, 32, one};
        read_row(launch, 0, b);
    }
    CHECK(reported() == "");
    fills(a, 32 * sizeof(int), one, Wait::no);
    CHECK(reported() == "race error");
    host_waits_device();
    stream_destroyed(one);
    stream_destroyed(two);
}

TEST_CASE("a host write races with deferred reads of managed memory") {
    int* a = allocate(32, memory::MemoryKind::managed);
    {
        Launch launch{1, 32};
        launch.thread(0, 3).write(a + 3, 1);
    }
    {
        Launch launch{1, 32};
        read_row(launch, 0, a);
    }
    check_host_access(reinterpret_cast<std::uintptr_t>(a + 5), 4, trace::Op::read, nullptr);
    CHECK(reported() == "");
    check_host_access(reinterpret_cast<std::uintptr_t>(a + 5), 4, trace::Op::write, nullptr);
    CHECK(reported() == "unsynchronized_access error");
    host_waits_device();
    check_host_access(reinterpret_cast<std::uintptr_t>(a + 7), 4, trace::Op::write, nullptr);
    CHECK(reported() == "");
}

TEST_CASE("values invalidated after a launch were there when it read them") {
    int* a = filled(32);
    int* empty = allocate(32);
    {
        Launch launch{1, 32};
        read_row(launch, 0, a);
    }
    SUBCASE("forgotten") {
        forget_contents(a, 32 * sizeof(int));
    }
    SUBCASE("in part") {
        forget_contents(a, 16 * sizeof(int));
    }
    SUBCASE("by a copy of nothing") {
        copies(a, empty, 32 * sizeof(int), 0, Wait::no);
    }
    {
        Launch launch{1, 32};
        launch.thread(0, 0).write(a, 1);
    }
    CHECK(reported() == "");
}

TEST_CASE("a writer is compared with both launches that read before it") {
    for (const bool races : {false, true}) {
        const StreamId one = races ? 906 : 908, two = one + 1;
        stream_created(one, false);
        stream_created(two, false);
        int* a = filled(32);
        int* b = filled(32);
        {
            Launch launch{2, 32, one};
            read_row(launch, 0, a);
            read_row(launch, 1, a);
        }
        event_recorded(32, one);
        {
            Launch launch{2, 32, one};
            read_row(launch, 0, races ? a : b);
        }
        stream_waits(two, 32);
        {
            Launch launch{1, 32, two};
            launch.thread(0, 5).write(a + 5, 1);
        }
        CHECK(reported() == (races ? "race error" : ""));
        host_waits_device();
        stream_destroyed(one);
        stream_destroyed(two);
    }
}

TEST_CASE("distant lanes with equal reads are all remembered") {
    for (const unsigned writer : {4u, 5u}) {
        int* a = filled(32);
        {
            Launch launch{1, 32};
            for (unsigned lane = 0; lane < 32; lane += 2) launch.thread(0, lane).read(a + lane);
            launch.thread(0, writer).write(a + 4, 1);
        }
        CHECK(reported() == (writer == 4 ? "" : "race error"));
    }
}

TEST_CASE("an element read more often than a list can hold is handled correctly") {
    for (const bool races : {false, true}) {
        int* a = filled(32);
        int* b = filled(32);
        {
            Launch launch{2, 32};
            launch.thread(1, 0).read(races ? a : b);
            for (unsigned i = 0; i < 10'000; ++i) launch.thread(0, i % 32).read(a + i % 32);
            launch.thread(0, 0);
            launch.barrier(0);
            launch.thread(0, 3).write(a, 1);
        }
        CHECK(reported() == (races ? "race error" : ""));
    }
}

TEST_CASE("memory that is freed and allocated again has no readers") {
    int* a = filled(32);
    {
        Launch launch{1, 32};
        read_row(launch, 0, a);
    }
    freed(a, nullptr);
    int* b = filled(32);
    {
        Launch launch{1, 32};
        launch.thread(0, 0).write(b, 1);
    }
    CHECK(reported() == "");
}
