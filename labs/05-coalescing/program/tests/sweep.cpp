// The sweep: its shapes, the evaluation and the output of its measurements, and a small one on the
// simulator with kernels of the kit in place of a lab's.
#include "program/sweep.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "program/baselines.hpp"
#include "program/charts.hpp"
#include "program/count.hpp"
#include "program/paper.hpp"
#include "program/report.hpp"
#include "program/summary.hpp"
#include "program/table.hpp"
#include "tests/text_has.hpp"

using namespace runner;
using namespace runner::sweep;

namespace {

Cell cell(Kind kind, int width, Shape shape, std::vector<float> cold, float warm = 1,
          int height = lab_height) {
    return {.kind = kind,
            .width = width,
            .height = height,
            .shape = shape,
            .cold = std::move(cold),
            .warm = {warm}};
}

// Block & Multiply is best with 64: 3 us on average with it, 5 with 8.
Measurements example() {
    Measurements measured;
    measured.numbers = "nobody";
    for (const Shape shape : {Shape{2, 128}, Shape{128, 128}}) {
        const float more = shape.n == 2 ? 0 : 2;
        measured.cells.push_back(cell(Kind::naive, 0, shape, {2.5f, 2.5f + 4 * more}));
        measured.cells.push_back(cell(Kind::naive_transposed, 0, shape, {9}));
        for (const int width : paper_widths) {
            const float time = width == 64 ? 2 : 4;
            measured.cells.push_back(
                cell(Kind::block_multiply, width, shape, {time + more, time + more}));
            for (const Kind kind : {Kind::block_multiply_transposed, Kind::transpose_then_multiply,
                                    Kind::split_only, Kind::shared_only})
                measured.cells.push_back(cell(kind, width, shape, {10}));
        }
    }
    return measured;
}

Algorithms stand_ins() {
    const auto multiply = [](const MatvecCall& c) {
        split_only(c.n, c.m, c.y, c.A, c.x, c.b, c.number("width"));
    };
    const auto transposed = [](const MatvecCall& c) {
        naive_transposed(c.n, c.m, c.y, c.A, c.x, c.b);
    };
    return {{"multiply", multiply}, {"transposed", transposed}, {"then", transposed}};
}

}  // namespace

TEST_CASE("the paper's shapes are 84, from 2 x 128 to a square of 16384") {
    const auto all = shapes(7, 14);
    CHECK(all.size() == 84);
    CHECK(all.front() == Shape{2, 128});
    CHECK(all.back() == Shape{16384, 16384});
}

TEST_CASE("the best width has the smallest mean over all runs of all shapes") {
    const auto measured = example();
    const Summary summary(measured.cells);
    CHECK(summary.best_width(Kind::block_multiply) == 64);
    CHECK(summary.best_width(Kind::naive) == 0);
    CHECK(summary.mean_of(Kind::block_multiply, 64) == doctest::Approx(3e-3));
    CHECK(summary.median_of(Kind::naive, 0) == doctest::Approx(2.5e-3));
}

TEST_CASE("a case is won by the smaller mean, each with its best width") {
    const auto measured = example();
    const Summary summary(measured.cells);
    const auto wins = summary.wins(Kind::block_multiply, Kind::naive);
    CHECK(wins.cases == 2);
    CHECK(wins.won == 2);  // 2 us against 2.5, 4 against 6.5
    CHECK(summary.wins(Kind::naive, Kind::block_multiply).won == 0);
    CHECK(summary.wins(Kind::naive, Kind::library).cases == 0);
}

TEST_CASE("each height is evaluated by itself, and beside the others in a table") {
    auto measured = example();
    for (const Shape shape : {Shape{2, 128}, Shape{128, 128}})
        measured.cells.push_back(cell(Kind::block_multiply, 128, shape, {1}, 1, 1024));
    CHECK(Summary(measured.cells).best_width(Kind::block_multiply) == 64);
    CHECK(Summary(measured.cells, 1024).best_width(Kind::block_multiply) == 128);
    CHECK_FALSE(Summary(measured.cells, 1024).has(Kind::split_only));
    const auto text = report(measured, {.shapes = {{2, 128}, {128, 128}}}, "a device");
    CHECK(text_has(text, "| Block & Multiply     |   1024 |"));
    CHECK(text_has(comma_separated(measured), "\nBlock & Multiply,128,1024,2,128,1.000,"));
}

TEST_CASE("a report names who was wrong, and where") {
    auto measured = example();
    const Effort effort{.shapes = {{2, 128}, {128, 128}}};
    CHECK_FALSE(text_has(report(measured, effort, "a device"), "WRONG"));
    measured.cells.back().right = false;
    CHECK(text_has(report(measured, effort, "a device"),
                   "WRONG: shared, no split, width 256, height 256, 128 x 128"));
}

TEST_CASE("a report sets this machine's averages beside the paper's") {
    const auto text = report(example(), {.shapes = {{2, 128}, {128, 128}}}, "a device");
    CHECK(text_has(text, "made by nobody"));
    CHECK(text_has(text, "cuBLAS was not found"));
    CHECK(text_has(text, "0.1511"));    // the paper, width 64
    CHECK(text_has(text, " 0.0030 "));  // here
    CHECK(text_has(text, "Block & Multiply 64;"));
}

TEST_CASE("a table's columns are as wide as their widest cell") {
    Table table({"a", "b"});
    table.row({"long name", "1"});
    CHECK(table.text() == "| a         |   b |\n|-----------|----:|\n| long name |   1 |\n");
}

TEST_CASE("a line of the spreadsheet has the means, medians and spread of a cell") {
    const auto text = comma_separated({.numbers = "",
                                       .evicted = "",
                                       .library = "",
                                       .cells = {cell(Kind::naive, 0, {2, 128}, {1, 2, 6}, 4),
                                                 cell(Kind::shared_only, 8, {2, 128}, {1}, 4)},
                                       .rates = {{4096, 4096}, 2000, 2500}});
    CHECK(text_has(text, "\nnaive,0,256,2,128,3.000,2.000,2.000,6.000,4.000,4.000,1\n"));
    CHECK(text_has(text, "\n\"shared, no split\",8,256,2,128,1.000,"));
    CHECK(text_has(text, "\n\"naive, 2012\",0,1024,,,822.1,,,,,,\n"));
    CHECK(text_has(text, "\n\"Block & Multiply, 2012\",64,1024,,,151.1,,,,,,\n"));
    CHECK(text_has(text, "\nthe transpose alone,0,0,4096,4096,67.109,67.109,,,,,1\n"));
}

TEST_CASE("the charts show the widths, the paper's beside ours, and both products") {
    const auto charts = charts_of(example()).charts;
    REQUIRE(charts.size() == 3);
    CHECK(charts[0].series.size() == 6);
    CHECK(charts[0].series[1].name == "Block & Multiply, 2012");
    CHECK(charts[0].series[0].points.size() == paper_widths.size());
    CHECK(charts[1].series.size() == 4);
    CHECK(charts[2].series.size() == 3);
}

TEST_CASE("on the simulator a sweep counts, and compares every product with a reference") {
    const auto counted = count(stand_ins(), shapes(3, 4));
    CHECK(std::ranges::all_of(counted, &Counted::right));
    const auto found = std::ranges::find_if(counted, [](const Counted& one) {
        return one.kind == Kind::naive && one.shape == Shape{16, 16};
    });
    REQUIRE(found != counted.end());
    CHECK(found->launches == 1);
    // b once; and in each of 16 iterations, 16 neighbours of A and one element of x.
    CHECK(found->at("global_load_requests") == 33);
    CHECK(found->at("global_load_sectors") == 2 + 16 * (2 + 1));
}

TEST_CASE("on the simulator a sweep estimates a time for each width and height") {
    const auto counted = count(stand_ins(), {{32, 1024}});
    const auto of = [&](int width, int height) {
        const auto found = std::ranges::find_if(counted, [&](const Counted& one) {
            return one.kind == Kind::block_multiply && one.width == width && one.height == height;
        });
        REQUIRE(found != counted.end());
        CHECK(found->right);
        return found->estimated_us;
    };
    CHECK(of(16, 1024) < of(256, 1024));  // the longer a thread's sum, the longer it takes
    CHECK(of(256, 128) > 1);
    CHECK(text_has(count_report(counted, "x"), "over 1 shapes"));
    CHECK(text_has(comma_separated(counted),
                   "algorithm,width,height,rows,columns,launches,threads,"
                   "estimated_us,"));
}

TEST_CASE("a product that is wrong is told") {
    auto algorithms = stand_ins();
    algorithms.block_multiply =
        Matvec{"wrong", [](const MatvecCall& c) { naive(c.n, c.m - 1, c.y, c.A, c.x, c.b); }};
    const auto counted = count(algorithms, {{4, 16}});
    CHECK(text_has(count_report(counted, "x"),
                   "WRONG: Block & Multiply, width 8, height 256, 4 x 16"));
}
