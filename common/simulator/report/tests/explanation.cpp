// The words of a finding: the threads, the operation, the place, and the remedy for the variant.
#include "simulator/report/advice/explanation.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "simulator/report/advice/party.hpp"
#include "simulator/report/findings/kinds.hpp"
#include "simulator/report/tests/scenario.hpp"
#include "tests/text_has.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

TextHas says(const Finding& finding, const std::string& words) {
    return text_has(message(settled(finding)), words);
}

}  // namespace

TEST_CASE("a race within a block asks for a barrier") {
    Finding finding = missing_barrier();
    finding.other->site.line = 7;
    CHECK(
        message(settled(finding)) ==
        "Thread 5 of block 1 reads Q[37] while thread 37 of the same block writes it on line 7. "
        "No barrier orders the two: put a __syncthreads() between them, where every thread of the "
        "block reaches it.");
}

TEST_CASE("a race of a line with itself splits the line, since no barrier fits in") {
    Finding finding = missing_barrier();
    finding.self.site.file = finding.other->site.file = "no-such-file.cu";
    CHECK(says(finding, "read into a variable first, then __syncthreads(), then write"));
}

TEST_CASE("a race's remedy fits the positions of its threads and their accesses") {
    Finding finding = missing_barrier();
    SUBCASE("one warp") {
        finding.other->thread = {6, 0, 0};
        finding.other->site.line = 7;
        CHECK(says(finding, "put a __syncthreads() between them"));
        CHECK(says(finding, "in a branch for one warp only, a __syncwarp()"));
    }
    SUBCASE("two blocks") {
        finding.other->block = {2, 0, 0};
        finding.space = Space::global;
        CHECK(says(finding, "thread 37 of block 2 writes it"));
        CHECK(says(finding, "atomicAdd"));
    }
    SUBCASE("two blocks of a cluster") {
        finding.other->block = {2, 0, 0};
        CHECK(says(finding, "put a cluster.sync() between the two"));
    }
    SUBCASE("an asynchronous copy that nobody waited for") {
        finding.variant = Variant::unfinished_copy;
        CHECK(says(finding, "the asynchronous copy of thread 37 of the same block writes it"));
        CHECK(says(finding, "__syncthreads() behind the wait"));
    }
    SUBCASE("an atomic against an ordinary access") {
        finding.other->op = Op::atomic;
        CHECK(says(finding, "make both atomic"));
    }
    SUBCASE("an atomic of the block, where others may come, too, is not for a barrier to order") {
        finding.other->op = Op::atomic;
        finding.other->site.line = 7;
        CHECK(says(finding, "or put a __syncthreads() between them."));
        finding.space = Space::global;
        CHECK(says(finding, "a launch of its own"));
        CHECK(says(finding, "is enough only if no other block comes to this element"));
        finding.blocks_meet_too = true;
        CHECK(says(finding, "Threads of different blocks meet here, too, which no barrier"));
    }
    SUBCASE("a race within a block that blocks have, too") {
        finding.other->site.line = 7;
        finding.space = Space::global;
        finding.blocks_meet_too = true;
        CHECK(says(finding, "Threads of different blocks meet here, too. Blocks run in any order"));
        CHECK_FALSE(says(finding, "put a __syncthreads()"));
        finding.self.op = Op::write;
        CHECK(says(finding, "and so do threads of other blocks"));
    }
    SUBCASE("an atomic against an ordinary access of another block") {
        finding.other->op = Op::atomic;
        finding.other->block = {2, 0, 0};
        CHECK(says(finding, "a launch of its own"));
    }
    SUBCASE("two writes") {
        finding.self.op = Op::write;
        CHECK(says(finding, "a matter of chance"));
    }
    SUBCASE("the same thread of two blocks, at an index made of its number alone") {
        finding.self.thread = finding.other->thread;
        finding.other->block = {2, 0, 0};
        finding.blocks_at_own_number = 2;
        CHECK(says(finding, "combine the blocks' values"));
        finding.blocks_at_own_number = 100;
        CHECK(says(finding, "blockIdx is missing"));
        finding.self.site.file = finding.other->site.file = "no-such-file.cu";
        CHECK(!says(finding, "blockIdx is missing"));
        finding.blocks_at_own_number = 0;
        CHECK(!says(finding, "blockIdx"));
    }
    SUBCASE("two atomics of a block's scope") {
        finding.self.op = finding.other->op = Op::atomic;
        finding.other->block = {2, 0, 0};
        CHECK(says(finding, "without _block"));
    }
    SUBCASE("the same value") {
        finding.variant = Variant::same_value;
        CHECK(says(finding, "let one thread store it"));
    }
    SUBCASE("no fence before the ticket") {
        finding.variant = Variant::missing_fence;
        finding.self.site.file = finding.other->site.file = "no-such-file.cu";
        CHECK(says(finding, "__threadfence()"));
    }
    SUBCASE("two streams") {
        finding.variant = Variant::other_launch;
        finding.other->kernel = "produce";
        CHECK(says(finding, "while thread 37 of block 1 of produce writes it"));
        CHECK(says(finding, "The two kernels run in different streams"));
        finding.self = host_at(24, Op::copy);
        CHECK(says(finding, "The copy and the kernel run in different streams"));
    }
}

TEST_CASE("a block of one warp is advised to use __syncthreads() first") {
    Finding finding = missing_barrier();
    finding.self.block = finding.other->block = {};
    finding.other->thread = {6, 0, 0};
    finding.other->site.line = 7;
    CHECK(message(settled(finding, {1, 1, 1}, {32, 1, 1})).find("put a __syncthreads()") !=
          std::string::npos);
}

TEST_CASE("lanes of one warp are found in a block of three dimensions") {
    Finding finding = missing_barrier();
    finding.other->site.line = 7;
    finding.self.thread = {3, 1, 0};
    finding.other->thread = {0, 3, 1};
    CHECK(message(settled(finding, {4, 1, 1}, {4, 4, 4})).find("__syncwarp") != std::string::npos);
    CHECK(message(settled(finding, {4, 1, 1}, {4, 8, 2})).find("__syncwarp") == std::string::npos);
}

TEST_CASE("threads and blocks are named with as many numbers as they have dimensions") {
    const Settled flat = settled(missing_barrier());
    CHECK(describe(flat.recorded.finding.self, flat.recorded) == "thread 5 of block 1");
    const Settled solid = settled(missing_barrier(), {4, 2, 1}, {8, 8, 8});
    CHECK(describe(solid.recorded.finding.self, solid.recorded) == "thread (5,0,0) of block (1,0)");
    CHECK(describe(host_at(3, Op::read), flat.recorded) == "the host");
}

TEST_CASE("details from the detecting module follow the first clause") {
    CHECK(message(settled({.kind = FindingKind::out_of_bounds,
                           .self = thread_at(17, Op::write, {0, 0, 0}, {3, 0, 0}),
                           .variable = "y",
                           .index = 3,
                           .cause = "it is right behind the 12 bytes of y",
                           .space = Space::global})) ==
          "Thread 3 of block 0 writes y[3]: it is right behind the 12 bytes of y. Check "
          "how the pointer and the index are computed, and the size given to cudaMalloc, which "
          "takes the number of bytes.");
}

TEST_CASE("a barrier that two groups of threads pass differently names both lines") {
    CHECK(
        says({.kind = FindingKind::deadlock,
              .self = thread_at(8, Op::barrier, {0, 0, 0}, {0, 0, 0}),
              .other = thread_at(11, Op::barrier, {0, 0, 0}, {32, 0, 0}),
              .variant = Variant::different_barriers},
             "Thread 0 of block 0 waits here while thread 32 of the same block waits on line 11."));
}

TEST_CASE("a store beside atomics is not advised to be atomic, too: it would add a value again") {
    Finding finding = missing_barrier();
    finding.self.op = Op::atomic;
    finding.other->site.line = 7;
    CHECK(
        says(finding,
             "which undoes what atomics have done before it: is line 7 meant to come to this "
             "element, by its condition and its index? Where it sets the value that atomics begin "
             "with, it comes first, with a __syncthreads() behind it."));
    CHECK_FALSE(says(finding, "make both atomic"));
    finding.space = Space::global;
    CHECK(says(finding, "it belongs in a launch before (a counter is cleared by cudaMemset)"));
    CHECK_FALSE(says(finding, "make both atomic"));
    finding.other->op = Op::read;
    CHECK(says(finding, "make both atomic"));
}

TEST_CASE("a lane that a warp operation lacks has ended, perhaps without a return") {
    Finding finding{.kind = FindingKind::barrier_divergence,
                    .self = thread_at(10, Op::barrier, {0, 0, 0}, {0, 0, 0}),
                    .other = thread_at(10, Op::none, {0, 0, 0}, {9, 0, 0})};
    finding.variant = Variant::warp_barrier;
    CHECK(says(finding, "waits here while thread 9 of the same block has ended."));
}

TEST_CASE("an access of several floats names another way than to move the index") {
    Finding finding{.kind = FindingKind::misaligned,
                    .self = thread_at(10, Op::write, {0, 0, 0}, {0, 0, 0})};
    CHECK(says(finding, "Where the elements are not meant to lie side by side from there on"));
}

TEST_CASE("a thread that has returned is reported as such") {
    CHECK(says({.kind = FindingKind::barrier_divergence,
                .severity = Severity::warning,
                .self = thread_at(8, Op::barrier, {0, 0, 0}, {0, 0, 0}),
                .other = Party{.thread = {9, 0, 0}},
                .variant = Variant::exited_threads},
               "Thread 0 of block 0 waits here while thread 9 of the same block has returned."));
}

TEST_CASE("a thread that passed the barrier before and has returned is reported as such") {
    CHECK(says({.kind = FindingKind::barrier_divergence,
                .severity = Severity::warning,
                .self = thread_at(8, Op::barrier, {0, 0, 0}, {0, 0, 0}),
                .other = thread_at(8, Op::none, {0, 0, 0}, {9, 0, 0}),
                .variant = Variant::uneven_barriers},
               "while thread 9 of the same block came here before, and has returned. A barrier is "
               "for all threads of the block, equally often"));
}

TEST_CASE("code at the beginning of a cause stays as it is written") {
    Finding failed{.kind = FindingKind::assertion, .self = host_at(3, Op::none)};
    failed.cause = "assert(n > 0) does not hold";
    CHECK(says(failed, "assert(n > 0) does not hold."));
    failed.self = thread_at(3, Op::none, {0, 0, 0}, {7, 0, 0});
    CHECK(says(failed, "Thread 7 of block 0: assert(n > 0) does not hold."));
}

TEST_CASE("the second access's file is named if it differs from the first's") {
    Finding finding = missing_barrier();
    finding.other->site.file = "tests/golden/other.cuh";
    CHECK(says(finding, "writes it at tests/golden/other.cuh:10."));
}

TEST_CASE("every kind is explained in the book, and some planted program has it") {
    const auto text_of = [](const std::filesystem::path& file) {
        std::ifstream in(file);
        REQUIRE(in);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    std::string planted;
    for (const auto& entry : std::filesystem::directory_iterator("../tests/planted"))
        if (entry.is_regular_file()) planted += text_of(entry.path());
    const std::string book = text_of("../../../docs/simulator.md");
    for (const KindRow& row : kinds) {
        const bool explained = book.find(fmt::format("`{}`", row.name)) != std::string::npos;
        CHECK_MESSAGE(explained, row.name);
        if (row.kind == FindingKind::unsupported) continue;  // usually refused before it runs
        const bool expected = planted.find(fmt::format("EXPECT {}", row.name)) != std::string::npos;
        CHECK_MESSAGE(expected, row.name);
    }
}

TEST_CASE("every kind has a title and a message even without any facts") {
    for (const KindRow& row : kinds) {
        const Settled bare =
            settled({.kind = row.kind, .self = host_at(3, Op::none), .cause = "it is so"});
        CHECK(title(bare).ends_with(", in kernel reduce"));
        CHECK(message(bare).starts_with("It is so."));
    }
}

TEST_CASE("a grid with no blocks is reported as such") {
    Finding finding{.kind = FindingKind::launch_error, .self = host_at(24, Op::read)};
    finding.variant = Variant::empty_grid;
    CHECK(says(finding, "A grid needs one block at least"));
    finding.variant = Variant::empty_occupancy;
    CHECK_FALSE(says(finding, "A grid needs one block at least"));
    finding.variant = Variant::none;
    CHECK_FALSE(says(finding, "A grid needs one block at least"));
}
