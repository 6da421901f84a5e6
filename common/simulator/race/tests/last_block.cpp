// The last block, found by tickets, reads what the others wrote.
#include <doctest/doctest.h>

#include <string>

#include "scene.hpp"

using namespace cusim;
using namespace cusim::race;

namespace {

// The textbook's last-block pattern: every block writes its part, fences, takes a ticket; the last
// one reads all parts. `fenced` and `scope` are what the variants vary.
std::string last_block(bool fenced, Scope fence_scope, Scope ticket_scope = Scope::device) {
    constexpr unsigned blocks = 5, threads = 64;
    int* parts = filled(blocks);
    int* ticket = filled(1);
    *ticket = 0;
    {
        Launch launch{blocks, threads};
        int* is_last[blocks];
        for (unsigned b = 0; b < blocks; ++b) {
            is_last[b] = launch.shared(b, 1, "is_last");
            Thread& first = launch.thread(b, 0);
            launch.thread(b, 1);
            first.write(parts + b, 1);
            if (fenced) first.fence(fence_scope);
            first.write(is_last[b], first.add(ticket, 1, ticket_scope) == blocks - 1);
            launch.barrier(b);
            if (launch.thread(b, 1).read(is_last[b]))
                for (unsigned part = 0; part < blocks; ++part)
                    launch.thread(b, part % 2).read(parts + part);
        }
    }
    return reported();
}

// As with barriers of libcu++, whose scope is the block: another thread than the one that takes the
// ticket stores the block's part, and another one reads all parts. `told`: whether the first has
// told the second before.
std::string last_block_by_other_threads(bool told) {
    constexpr unsigned blocks = 3;
    int* parts = filled(blocks);
    int* ticket = filled(1);
    {
        Launch launch{blocks, 64};
        const auto tell = [](Thread& from, Thread& to, int* flag) {
            from.fence(Scope::block);
            from.add(flag, 1, Scope::block);
            to.add(flag, 0, Scope::block);
            to.fence();
        };
        int* flags = nullptr;
        for (unsigned b = 0; b < blocks; ++b) {
            flags = launch.shared(b, 2, "flags");
            for (const unsigned thread : {0, 33, 34}) launch.thread(b, thread);
            for (int flag = 0; flag < 2; ++flag) launch.thread(b, 0).write(flags + flag, 0);
            launch.barrier(b);
            launch.thread(b, 33).write(parts + b, 1);
            if (told) tell(launch.thread(b, 33), launch.thread(b, 0), flags);
            launch.thread(b, 0).fence();
            launch.thread(b, 0).add(ticket, 1);
            launch.thread(b, 0).fence();
        }
        tell(launch.thread(blocks - 1, 0), launch.thread(blocks - 1, 34), flags + 1);
        for (unsigned part = 0; part < blocks - 1; ++part)
            launch.thread(blocks - 1, 34).read(parts + part);
    }
    return reported();
}

}  // namespace

TEST_CASE("the last block may read values that the others fenced before their tickets") {
    CHECK(last_block(true, Scope::device) == "");
    CHECK(last_block(true, Scope::system) == "");
}

TEST_CASE("the last block pattern without the fence is a race that names the fence") {
    CHECK(last_block(false, Scope::device) == "race error");
}

TEST_CASE("a block-scope fence does not reach other blocks") {
    CHECK(last_block(true, Scope::block) == "race error");
}

TEST_CASE("block-scope tickets of different blocks race themselves") {
    CHECK(last_block(true, Scope::device, Scope::block).find("race error") == 0);
}

TEST_CASE("a ticket passes on what its thread knows by its block's atomics; so does its reader") {
    CHECK(last_block_by_other_threads(true) == "");
    CHECK(last_block_by_other_threads(false) == "race error");
}

TEST_CASE("the last block may reset the ticket that all released at") {
    for (const bool fenced : {true, false}) {  // a missing fence is reported at the data
        int* ticket = filled(1);
        {
            Launch launch{4, 32};
            for (unsigned b = 0; b < 4; ++b) {
                if (fenced) launch.thread(b, 0).fence();
                launch.thread(b, 0).add(ticket, 1);
            }
            launch.barrier(3);
            launch.thread(3, 0).write(ticket, 0);
        }
        CHECK(reported() == "");
    }
}

TEST_CASE("a thread that takes a ticket after the reset races with it") {
    int* ticket = filled(1);
    {
        Launch launch{3, 32};
        for (unsigned b = 0; b < 2; ++b) {
            launch.thread(b, 0).fence();
            launch.thread(b, 0).add(ticket, 1);
        }
        launch.thread(1, 0).write(ticket, 0);
        launch.thread(2, 0).add(ticket, 1);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("the last to take a ticket may not read a sum plainly that others added to unfenced") {
    int* sum = filled(1);
    int* ticket = filled(1);
    {
        Launch launch{2, 32};
        for (unsigned b = 0; b < 2; ++b) {
            launch.thread(b, 0).add(sum, 1);
            launch.thread(b, 0).add(ticket, 1);
        }
        launch.thread(1, 0).read(sum);
    }
    CHECK(reported() == "race error");
}
