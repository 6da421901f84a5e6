// The cache model: walks through memory for which the number of fetched lines is known.
#include "simulator/count/host_cache.hpp"

#include <doctest/doctest.h>

#include "simulator/trace/consumers.hpp"

using cusim::count::HostCache;

namespace {

constexpr std::size_t line = HostCache::line_bytes;
constexpr std::uint64_t page = 4096, somewhere = 0x7f00'0000'0000;

struct Started : HostCache {
    Started() { start(0x7fff'ffff'0000); }
};

}  // namespace

TEST_CASE("a walk from float to float fetches each line once") {
    Started cache;
    for (std::uint64_t i = 0; i < 100'000; ++i) cache.touch(somewhere + 4 * i, 4);
    CHECK(cache.lines_fetched() == 100'000 / 16);
}

TEST_CASE("lines that fit stay in the cache, others are fetched again in each pass") {
    Started small, large;
    for (int round = 0; round < 10; ++round) {
        for (std::uint64_t i = 0; i < 512; ++i) small.touch(somewhere + line * i, 4);
        for (std::uint64_t i = 0; i < 1024; ++i) large.touch(somewhere + line * i, 4);
    }
    CHECK(small.lines_fetched() == 512);
    CHECK(large.lines_fetched() == 10 * 1024);
}

TEST_CASE("lines a page apart share eight ways, and the least recently used is evicted") {
    Started cache;
    for (int round = 0; round < 10; ++round)
        for (std::uint64_t i = 0; i < 8; ++i) cache.touch(somewhere + page * i, 4);
    CHECK(cache.lines_fetched() == 8);
    cache.touch(somewhere, 4);             // now the most recent
    cache.touch(somewhere + page * 8, 4);  // replaces page 1
    cache.touch(somewhere, 4);
    CHECK(cache.lines_fetched() == 9);
    cache.touch(somewhere + page, 4);
    CHECK(cache.lines_fetched() == 10);
}

TEST_CASE("an access across a line's end takes both lines, and a range all of its lines") {
    Started cache;
    cache.touch(somewhere + 60, 8);
    CHECK(cache.lines_fetched() == 2);
    cache.touch(somewhere + page, 10 * line);
    CHECK(cache.lines_fetched() == 12);
    cache.touch(somewhere + 2 * page, 0);
    CHECK(cache.lines_fetched() == 12);
}

TEST_CASE("a count does not depend on the stack's address") {
    HostCache one, other;
    one.start(0x7fff'1234'5670);
    other.start(0x7ffe'9999'0010);
    for (std::uint64_t i = 0; i < 100; ++i) {
        one.touch(0x7fff'1234'5670 - 24 * i, 4);
        other.touch(0x7ffe'9999'0010 - 24 * i, 4);
    }
    CHECK(one.lines_fetched() == other.lines_fetched());
}

TEST_CASE("accesses of host code are seen while it is watched, and only then") {
    static float values[64];
    const auto read_all = [] {
        for (float& value : values)
            if (cusim::trace::host_consumer)
                cusim::trace::host_consumer(reinterpret_cast<std::uintptr_t>(&value), 4);
    };
    read_all();
    cusim::count::watch_host_cache();
    read_all();
    const auto fetched = cusim::count::stop_watching_host_cache();
    CHECK(fetched >= 4);
    CHECK(fetched <= 5);
    read_all();
    CHECK(cusim::count::stop_watching_host_cache() == fetched);
}
