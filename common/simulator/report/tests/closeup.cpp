// Close-ups of launches as text and as JSON, compared byte for byte with the files in tests/golden.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "simulator/report/closeup_text.hpp"
#include "simulator/report/lane_map.hpp"
#include "simulator/report/request_advice.hpp"
#include "simulator/report/tests/golden.hpp"
#include "simulator/report/tests/scenario.hpp"
#include "simulator/report/timeline_text.hpp"
#include "tests/text_has.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

Site line(int number) {
    return {.file = "tests/golden/reduce.cu", .line = number};
}

RequestExample strided(std::int64_t bytes, unsigned size = 4, std::uint32_t lanes = ~0u) {
    RequestExample example{.turn = 1, .size = size, .lanes = lanes};
    for (int lane = 0; lane < 32; ++lane)
        if (lanes >> lane & 1) example.offset[lane] = bytes * lane;
    return example;
}

AccessRecord column_of_x() {
    RequestExample example = strided(256);
    example.block = 2;
    example.warp = 1;
    example.turn = 3;
    example.cost = 32;
    example.least = 4;
    return {.site = line(7),
            .variable = "x",
            .variable_bytes = 1 << 16,
            .costs = {.requests = 64, .sectors = 2048},
            .closeup = Closeup{.cost = 2048, .least = 256, .worst = example}};
}

AccessRecord conflict_on_Q() {
    RequestExample example = strided(64, 4, 0xff);
    example.cost = 4;
    example.least = 1;
    example.served = {0x3, 0xc, 0x30, 0xc0};
    return {.site = line(10),
            .space = MemorySpace::shared,
            .variable = "Q",
            .variable_bytes = 1024,
            .costs = {.requests = 9, .wavefronts = 36, .bank_conflicts = 27},
            .closeup = Closeup{.cost = 36, .least = 9, .worst = example}};
}

BarrierTimeline three_barriers() {
    BarrierTimeline timeline{.threads = {32, 32, 8}, .passed = 3, .after = {2, 0, 0}};
    timeline.passages = {{line(8), 1, {{32, 3}, {32, 3}, {8, 12}}},
                         {line(8), 2, {{32, 3}, {32, 0}, {8, 0}}},
                         {line(12), 1, {{32, 0}, {20, 0}, {0, 0}}}};
    return timeline;
}

void record_launch() {
    LaunchRecord& launch =
        launch_begins({.name = "reduce", .grid = {2, 2, 1}, .block = {72, 1, 1}});
    launch.count({column_of_x(), conflict_on_Q()}, {.all = 2048});
    launch.timeline = three_barriers();
    launch_ends();
}

WorstLine worst(RequestExample example, std::uint64_t cost, std::uint64_t least,
                MemorySpace space = MemorySpace::global, Operation operation = Operation::load) {
    example.cost = cost;
    example.least = least;
    return {.place = {},
            .space = space,
            .operation = operation,
            .variable = "A",
            .requests = 1,
            .cost = cost,
            .least = least,
            .example = example};
}

bool fits_a_terminal(const std::string& text) {
    std::istringstream lines{text};
    for (std::string row; std::getline(lines, row);)
        if (row.size() > 80 ||
            !std::ranges::all_of(row, [](char c) { return c >= ' ' && c <= '~'; }))
            return false;
    return true;
}

}  // namespace

TEST_CASE("the details of a launch, as text") {
    const CleanRecord clean;
    record_launch();
    const std::string text = closeups_text(recorded_launches());
    CHECK(text == golden_text("closeup.txt"));
    CHECK(fits_a_terminal(text));
}

TEST_CASE("the details of a launch, as JSON") {
    const CleanRecord clean;
    record_launch();
    CHECK(json_text::write(collect_json()["kernels"][0], 1) + '\n' == golden_text("closeup.json"));
}

TEST_CASE("a launch without details has none in its JSON") {
    const CleanRecord clean;
    launch_begins({.name = "k", .grid = {1, 1, 1}, .block = {32, 1, 1}});
    launch_ends();
    const nlohmann::json kernel = collect_json()["kernels"][0];
    CHECK_FALSE(kernel.contains("worst_lines"));
    CHECK_FALSE(kernel.contains("barrier_timeline"));
}

TEST_CASE("a program without a launch says so") {
    CHECK(closeups_text({}) == "simulator: no kernel was launched: nothing to show in detail\n");
}

TEST_CASE("a kernel is represented by its worst launch") {
    const CleanRecord clean;
    for (const std::uint64_t cost : {10, 90, 20}) {
        AccessRecord access = column_of_x();
        access.closeup->cost = cost;
        access.closeup->least = 10;
        launch_begins({.name = "k", .grid = {4, 1, 1}, .block = {32, 1, 1}})
            .count({access}, {.all = 1});
        launch_ends();
    }
    CHECK(text_has(closeups_text(recorded_launches()), "launch 2 of 3"));
}

TEST_CASE("a line's accesses to one array are added up, and its worst request is the line's") {
    LaunchRecord launch{.name = "k", .grid = {4, 1, 1}, .block = {64, 1, 1}};
    AccessRecord milder = column_of_x(), elsewhere = column_of_x();
    milder.site.pc = nullptr;
    milder.closeup->worst.cost = 8;
    milder.closeup->cost = 512;
    elsewhere.site = line(9);
    elsewhere.closeup->cost = 2100;
    launch.accesses = {milder, column_of_x(), elsewhere};
    const auto lines = worst_lines(launch);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].place.line == 7);
    CHECK(lines[0].cost == 512 + 2048);
    CHECK(lines[0].example.cost == 32);
}

TEST_CASE("a lane of 16 bytes fills four cells, two on one word are a star, bytes share cells") {
    CHECK(sector_map(strided(16, 16, 0x3), "A") == "  A[0] 00001111\n");
    CHECK(sector_map(strided(0, 4, 0x3), "A") == "  A[0] *.......\n");
    CHECK(sector_map(strided(1, 1, 0x1f), "") == "  +0 *4......\n");
}

TEST_CASE("a sector that begins before its array is named by the array's first element") {
    RequestExample example = strided(4, 4, 0x3ff);
    example.start = 20;
    CHECK(sector_map(example, "v") == "  v[0] .....012  v[3] 3456789.\n");
}

TEST_CASE("the banks are those of the address, wherever the array starts") {
    RequestExample example = strided(4, 4, 0x3);
    example.start = 124;
    example.served = {0x3};
    CHECK(text_has(bank_map(example, false), "  wavefront  1  1..............................0\n"));
    CHECK(text_has(bank_map(example, true), "  turn       1  1.."));
}

TEST_CASE("the advice follows the addresses") {
    const std::uint32_t all = ~0u;
    CHECK(text_has(advice(worst(strided(4096), 32, 4)),
                   "1024 elements apart, so of the 32 bytes of a "
                   "sector they use 4"));
    RequestExample shifted = strided(4);
    shifted.start = 4;
    CHECK(text_has(advice(worst(shifted, 5, 4)), "begins 4 bytes behind the start of a sector"));
    RequestExample halves = strided(4);
    for (int lane = 16; lane < 32; ++lane) halves.offset[lane] += 1000;
    CHECK(text_has(advice(worst(halves, 6, 4)), "2 runs of neighbours"));
    RequestExample scattered = strided(4);
    for (int lane = 0; lane < 32; ++lane) scattered.offset[lane] = lane * lane * 32 % 4096;
    CHECK(text_has(advice(worst(scattered, 20, 4)), "scattered"));
    CHECK(text_has(advice(worst(strided(0), 32, 4, MemorySpace::global, Operation::red)),
                   "32 lanes update one element"));
    CHECK(text_has(advice(worst(strided(128), 32, 1, MemorySpace::shared)), "tile[32][33]"));
    CHECK(text_has(advice(worst(strided(8), 2, 1, MemorySpace::shared)),
                   "2 words apart and so meet in 16 of the 32 banks"));
    CHECK(text_has(advice(worst(strided(4, 4, all), 4, 4)), "nothing to gain"));
}

TEST_CASE("a timeline of many warps and barriers fits a terminal, and names what it leaves out") {
    BarrierTimeline timeline{.threads = std::vector<std::uint32_t>(32, 32), .passed = 300};
    for (std::uint64_t i = 1; i <= 256; ++i)
        timeline.passages.push_back({line(9), i, std::vector<WarpStretch>(32, {32, i})});
    const std::string text = timeline_text(timeline);
    CHECK(fits_a_terminal(text));
    CHECK(text_has(text, "... and 276 more\n"));
}
