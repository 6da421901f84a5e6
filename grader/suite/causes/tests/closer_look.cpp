#include "suite/causes/closer_look.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using grader::score::Kernel;
using grader::score::WorstLine;
using grader::suite::closer_look;

namespace {

WorstLine column() {
    return {.file = "a.cu",
            .line = 7,
            .space = "global",
            .op = "load",
            .array = "A",
            .cost = 2048,
            .least = 256,
            .picture = {"  A[0]  0.......", "  A[64] 1......."}};
}

std::string look_at(const WorstLine& line) {
    Kernel launch;
    launch.worst_lines = {line};
    return closer_look({launch});
}

}  // namespace

TEST_CASE("a failure's worst line shows its cost, the cost that would pass, and one request") {
    CHECK(look_at(column()) ==
          "\n  a.cu:7: loads of A: 2048 sectors, 256 would do; one request:"
          "\n    A[0]  0......."
          "\n    A[64] 1......."
          "\n  0-9, a-v: the lane that uses these 4 bytes; *: several; '.': unused");
}

TEST_CASE("the line shown is the worst of all launches and kinds of memory") {
    WorstLine conflict = column();
    conflict.space = "shared";
    conflict.array = "Q";
    conflict.op = "store";
    conflict.cost = 4096;
    Kernel one, other;
    one.worst_lines = {column()};
    other.worst_lines = {column(), conflict};
    CHECK(closer_look({one, other}).find("stores to Q: 4096 wavefronts, 256") != std::string::npos);
}

TEST_CASE("no line of global memory explains a conflict of banks") {
    WorstLine conflict = column();
    conflict.space = "shared";
    conflict.array = "tile";
    conflict.cost = 512;
    Kernel launch;
    launch.worst_lines = {column(), conflict};
    CHECK(closer_look({launch}, "2304 bank conflicts: lanes").find("loads of tile: 512") !=
          std::string::npos);
    CHECK(closer_look({launch}, "1024 wavefronts; 512").find("tile") != std::string::npos);
    CHECK(closer_look({launch}, "asks for 2048 sectors").find("loads of A") != std::string::npos);
    launch.worst_lines = {column()};
    CHECK(closer_look({launch}, "2304 bank conflicts: lanes").empty());
}

TEST_CASE("a complaint that is about no accesses shows none") {
    Kernel launch;
    launch.worst_lines = {column()};
    CHECK(closer_look({launch}, "starts 512 threads: split rows over several blocks").empty());
    CHECK_FALSE(closer_look({launch}, "asks for 2048 sectors").empty());
}

TEST_CASE("where most multiprocessors are idle, accesses are no cause") {
    Kernel launch;
    launch.worst_lines = {column()};
    const std::string complaint =
        "would take 136 us in all: k has 1 block for 994 rows, so 131 of "
        "132 multiprocessors have nothing to do";
    CHECK(closer_look({launch}, complaint).empty());
    CHECK_FALSE(closer_look({launch}, "would take 136 us in all").empty());
}

TEST_CASE("without a drawing there is no legend") {
    WorstLine line = column();
    line.picture.clear();
    CHECK(look_at(line) == "\n  a.cu:7: loads of A: 2048 sectors, 256 would do");
}

TEST_CASE("a line that costs a trifle of the launch explains no time") {
    Kernel launch;
    launch.worst_lines = {column()};
    launch.counters["global_load_sectors"] = 100000;
    CHECK(closer_look({launch}, "would take 136 us in all").empty());
    CHECK_FALSE(closer_look({launch}, "asks for 2048 sectors").empty());
    launch.counters["global_load_sectors"] = 4096;
    CHECK_FALSE(closer_look({launch}, "would take 136 us in all").empty());
}

TEST_CASE("if no line costs much more than it must, nothing is shown") {
    WorstLine line = column();
    line.cost = line.least;
    CHECK(look_at(line).empty());
    line.cost = line.least + line.least / 5;
    CHECK(look_at(line).empty());
    CHECK(closer_look({Kernel{}}).empty());
    CHECK(closer_look({}).empty());
}

TEST_CASE("a closer look has ten lines at most") {
    WorstLine line = column();
    for (const std::size_t rows : {8u, 9u, 34u}) {
        line.picture.assign(rows, "  wavefront  1  0...");
        const std::string text = look_at(line);
        CHECK(std::ranges::count(text, '\n') == 10);
    }
    CHECK(look_at(line).find("... and 27 rows more") != std::string::npos);
}

TEST_CASE("a count of stores is explained by stores, not by the loads that cost more") {
    Kernel launch;
    launch.name = "gather_kernel";
    launch.worst_lines = {column()};
    launch.arrays = {
        {.name = "y", .bytes = 4096, .op = "store", .requests = 2080, .sectors = 8320}};
    CHECK(closer_look({launch}, "global_store_requests = 2080; 32 are enough") ==
          "\n  gather_kernel: stores to y: 2080 requests, 8320 sectors");
    CHECK(closer_look({launch}, "sectors that loads of A ask for: 9").find("loads of A: 2048") !=
          std::string::npos);
}
