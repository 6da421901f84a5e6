#include "suite/causes/closer_look.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "score/message.hpp"
#include "tests/text_has.hpp"

using grader::score::Kernel;
using grader::score::WorstLine;
using grader::suite::Accesses;
using grader::suite::closer_look;
using Of = Accesses::Of;

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

constexpr Accesses anything{.of = Of::anything}, of_time{.of = Of::anything, .of_time = true};
constexpr Accesses conflicts{.of = Of::anything, .shared = true};

std::string look_at(const std::vector<Kernel>& launches, const Accesses& accesses) {
    return grader::score::Message(closer_look(launches, accesses)).text();
}

std::string look_at(const WorstLine& line) {
    Kernel launch;
    launch.worst_lines = {line};
    return look_at({launch}, anything);
}

}  // namespace

TEST_CASE("a failure's worst line shows its cost, the cost that would pass, and one request") {
    CHECK(look_at(column()) ==
          "a.cu:7: loads of A: 2048 sectors, 256 would do"
          "\n    A[0]  0......."
          "\n    A[64] 1......."
          "\n  one request; 0-9, a-v: the lane that uses these 4 bytes; *: several; '.': unused");
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
    CHECK(text_has(look_at({one, other}, anything), "stores to Q: 4096 wavefronts, 256"));
}

TEST_CASE("no line of global memory explains a conflict of banks") {
    WorstLine conflict = column();
    conflict.space = "shared";
    conflict.array = "tile";
    conflict.cost = 512;
    Kernel launch;
    launch.worst_lines = {column(), conflict};
    CHECK(text_has(look_at({launch}, conflicts), "loads of tile: 512"));
    CHECK(text_has(look_at({launch}, anything), "loads of A"));
    launch.worst_lines = {column()};
    CHECK(closer_look({launch}, conflicts).empty());
}

TEST_CASE("a complaint that is about no accesses shows none") {
    Kernel launch;
    launch.worst_lines = {column()};
    CHECK(closer_look({launch}, {}).empty());
    CHECK_FALSE(closer_look({launch}, anything).empty());
}

TEST_CASE("without a drawing there is no legend") {
    WorstLine line = column();
    line.picture.clear();
    CHECK(look_at(line) == "a.cu:7: loads of A: 2048 sectors, 256 would do");
}

TEST_CASE("a line that costs a trifle of the launch explains no time") {
    Kernel launch;
    launch.worst_lines = {column()};
    launch.counters["global_load_sectors"] = 100000;
    CHECK(closer_look({launch}, of_time).empty());
    CHECK_FALSE(closer_look({launch}, anything).empty());
    launch.counters["global_load_sectors"] = 4096;
    CHECK_FALSE(closer_look({launch}, of_time).empty());
}

TEST_CASE("if no line costs much more than it must, nothing is shown") {
    WorstLine line = column();
    line.cost = line.least;
    CHECK(look_at(line).empty());
    line.cost = line.least + line.least / 5;
    CHECK(look_at(line).empty());
    CHECK(closer_look({Kernel{}}, anything).empty());
    CHECK(closer_look({}, anything).empty());
}

TEST_CASE("a closer look has ten lines at most") {
    WorstLine line = column();
    for (const std::size_t rows : {8u, 9u, 34u}) {
        line.picture.assign(rows, "  wavefront  1  0...");
        const std::string text = look_at(line);
        CHECK(std::ranges::count(text, '\n') == 9);
    }
    CHECK(look_at(line).find("... and 27 rows more") != std::string::npos);
}

TEST_CASE("a count of stores is explained by stores, not by the loads that cost more") {
    Kernel launch;
    launch.name = "gather_kernel";
    launch.worst_lines = {column()};
    launch.arrays = {
        {.name = "y", .bytes = 4096, .op = "store", .requests = 2080, .sectors = 8320}};
    CHECK(look_at({launch}, {.of = Of::stores}) ==
          "gather_kernel: stores to y: 2080 requests, 8320 sectors");
    CHECK(text_has(look_at({launch}, {.of = Of::loads}), "loads of A: 2048"));
}
