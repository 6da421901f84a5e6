// Order between launches, copies and the host.
#include <doctest/doctest.h>

#include "scene.hpp"
#include "simulator/race/host_access.hpp"

using namespace cusim;
using namespace cusim::race;
namespace report = cusim::report;

namespace {

void writes(int* p, StreamId stream = 0) {
    Launch launch{2, 32, stream};
    launch.thread(1, 3).write(p, 1);
}

void reads(int* p, StreamId stream = 0) {
    Launch launch{2, 32, stream};
    launch.thread(0, 5).read(p);
}

struct TwoStreams {
    StreamId one, two;
    explicit TwoStreams(bool blocking = true) {
        static StreamId next = 1;
        one = next++;
        two = next++;
        stream_created(one, blocking);
        stream_created(two, blocking);
    }
    ~TwoStreams() {
        host_waits_device();
        stream_destroyed(one);
        stream_destroyed(two);
    }
};

}  // namespace

TEST_CASE("launches in one stream are ordered") {
    int* a = filled(4);
    writes(a);
    reads(a);
    writes(a);
    CHECK(reported() == "");
}

TEST_CASE("launches in two streams are not, and the finding says so") {
    const TwoStreams streams;
    int* a = filled(4);
    writes(a, streams.one);
    reads(a, streams.two);
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == report::FindingKind::race);
    CHECK(found[0].variant == report::Variant::other_launch);
    REQUIRE(found[0].other);
    CHECK(found[0].other->block.x == 1);
    CHECK(found[0].other->thread.x == 3);
}

TEST_CASE("an event, the host, or the default stream between them orders two streams") {
    const TwoStreams streams;
    int* a = filled(4);
    SUBCASE("event") {
        writes(a, streams.one);
        event_recorded(1, streams.one);
        stream_waits(streams.two, 1);
    }
    SUBCASE("host waits for the stream") {
        writes(a, streams.one);
        host_waits_stream(streams.one);
    }
    SUBCASE("host waits for an event") {
        writes(a, streams.one);
        event_recorded(2, streams.one);
        host_waits_event(2);
    }
    SUBCASE("a launch in the default stream") {
        writes(a, streams.one);
        reads(filled(1));
    }
    reads(a, streams.two);
    CHECK(reported() == "");
}

TEST_CASE("waiting for a stream that holds nothing does not wait for the default stream") {
    const TwoStreams streams;
    int* a = filled(4);
    writes(a);
    SUBCASE("before anything is issued to it") {
        host_waits_stream(streams.one);
        CHECK_FALSE(host_finds_stream_ended(0));
    }
    SUBCASE("but what is issued to it does") {
        reads(a, streams.one);
        host_waits_stream(streams.one);
        CHECK(host_finds_stream_ended(0));
    }
}

TEST_CASE("what may still run has ended when the host asks again") {
    const TwoStreams streams;
    CHECK(host_finds_stream_ended(streams.one));  // it holds nothing
    int* a = filled(4);
    writes(a, streams.one);
    event_recorded(1, streams.one);
    SUBCASE("the stream") {
        CHECK_FALSE(host_finds_stream_ended(streams.one));
        CHECK(host_finds_stream_ended(streams.one));
        CHECK(host_finds_stream_ended(streams.two));
    }
    SUBCASE("the event") {
        CHECK_FALSE(host_finds_event_reached(1));
        CHECK(host_finds_event_reached(1));
        reads(a, streams.one);
        CHECK(host_finds_event_reached(1));
        CHECK_FALSE(host_finds_stream_ended(streams.one));
    }
    SUBCASE("at once, if the host has waited") {
        host_waits_event(1);
        CHECK(host_finds_stream_ended(streams.one));
        CHECK(host_finds_event_reached(1));
    }
}

TEST_CASE("the default stream does not order streams that do not block") {
    const TwoStreams streams{false};
    int* a = filled(4);
    writes(a, streams.one);
    reads(a);
    CHECK(reported() == "race error");
}

TEST_CASE("an event recorded too early orders nothing") {
    const TwoStreams streams;
    int* a = filled(4);
    event_recorded(1, streams.one);
    writes(a, streams.one);
    stream_waits(streams.two, 1);
    reads(a, streams.two);
    CHECK(reported() == "race error");
}

TEST_CASE("an asynchronous copy in another stream races with a kernel, before or after it") {
    const TwoStreams streams;
    int* a = filled(4);
    int host[4] = {};
    SUBCASE("copy second") {
        writes(a, streams.one);
        copies(host, a, 16, streams.two, Wait::no);
    }
    SUBCASE("copy first") {
        copies(host, a, 16, streams.two, Wait::no);
        writes(a, streams.one);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("the host must wait before it reads managed memory that a kernel wrote") {
    int* a = allocate(4, memory::MemoryKind::managed);
    writes(a);
    host_access(cusim::memory::Address(a), 4, trace::Op::read, reinterpret_cast<void*>(30));
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == report::FindingKind::unsynchronized_access);
    CHECK(found[0].self.host);
    REQUIRE(found[0].other);
    CHECK(found[0].other->thread.x == 3);

    writes(a);
    host_waits_device();
    host_access(cusim::memory::Address(a), 4, trace::Op::read, nullptr);
    CHECK(reported() == "");
}

TEST_CASE("the host must wait before it overwrites managed memory that a kernel reads") {
    int* a = allocate(4, memory::MemoryKind::managed);
    reads(a);
    host_access(cusim::memory::Address(a), 4, trace::Op::read, nullptr);
    CHECK(reported() == "");
    host_access(cusim::memory::Address(a), 4, trace::Op::write, reinterpret_cast<void*>(30));
    CHECK(reported() == "unsynchronized_access error");
}

TEST_CASE("a variable of the device is not the host's to read") {
    static int variable;
    allocated(&variable, sizeof variable, memory::MemoryKind::symbol, "variable");
    host_access(cusim::memory::Address(&variable), 4, trace::Op::read, reinterpret_cast<void*>(30));
    CHECK(reported() == "device_pointer error");
}

TEST_CASE("the host may not yet read pinned memory that an asynchronous copy fills") {
    int* pinned = allocate(4, memory::MemoryKind::pinned);
    int* a = filled(4);
    writes(a);
    copies(pinned, a, 16, 0, Wait::no);
    host_access(cusim::memory::Address(pinned), 4, trace::Op::read, reinterpret_cast<void*>(31));
    CHECK(reported() == "unsynchronized_access error");
    host_waits_stream(0);
    host_access(cusim::memory::Address(pinned), 4, trace::Op::read, nullptr);
    CHECK(reported() == "");
}
