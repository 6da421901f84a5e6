// A wrong y that a tree or shuffles within a block leave.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "value_cause.hpp"

namespace grader::suite::matvec::test {

TEST_CASE("b alone may be the last value of a tree, if a row does not fill the block") {
    runner::MatvecProblem other = problem;
    other.x[36] = 2;  // so that the last product is none of 0
    const auto b_alone = [&](int i) { return other.b[i]; };
    CHECK(tells(cause(b_alone, other, {.block = 64, .barriers = 6}),
                "the last of a block's 64 values, which is 0 behind a row's 37 products"));
    const char* const nothing_added = "\n  y is what comes out where nothing is added to b";
    CHECK(cause(b_alone, other, {.block = 64}) == nothing_added);
    CHECK(cause(b_alone, other, {.block = 32, .barriers = 6}) == nothing_added);
}

TEST_CASE("one of several sums that is not added is told by the products that are missing") {
    const auto without = [](int step, int first, int end, const Split& split = {}) {
        const auto got = [=](int i) {
            return float(weighted(i, [=](int j) { return int{j >= end || j % step != first}; }));
        };
        return cause(got, problem, split);
    };
    for (const int end : {36, 37})
        CHECK(tells(without(4, 3, end), "every 4th column is left out, from number 3 on"));
    CHECK(tells(without(2, 0, 36), "every second column is left out, from number 0 on"));
    const char* const question = "is one of several sums not added";
    CHECK(tells(without(3, 2, 37), question));
    const std::string of_a_tree = without(3, 2, 37, {.block = 128, .barriers = 8});
    CHECK(tells(of_a_tree, "every third column is left out, from number 2 on"));
    CHECK_FALSE(tells(of_a_tree, question));
}

TEST_CASE("a warp's sum that is taken from its last lane is told, in short rows, too") {
    const Split shuffles{.block = 64, .shuffles = true};
    CHECK(tells(
        cause([](int i) { return float(weighted(i, [](int j) { return j % 32 == 31 ? 32 : 0; })); },
              problem, shuffles),
        "a warp's sum is taken from its last lane: lane 0 is where"));
}

TEST_CASE("what a split of the rows loses or repeats is told by how they were split") {
    const auto of = [](const Split& split, const std::function<int(int j)>& times) {
        return cause([&](int i) { return float(weighted(i, times)); }, problem, split);
    };
    // Strides 24, 12, 6, 3, 1: the last of every three values is lost.
    CHECK(tells(of({.block = 48}, [](int j) { return int{j % 3 != 2}; }), "no power of two loses"));
    // Strides 4, 3, 2 and 1 over eight values: so many ways lead from each to the first.
    const std::vector<int> ways{1, 1, 1, 2, 2, 2, 1, 2};
    CHECK(tells(of({.block = 8, .barriers = 4}, [&](int j) { return ways[j % 8]; }),
                "goes down by 1 from step to step"));
    // Strides 8 and 2 over 16 values.
    CHECK(tells(of({.block = 16}, [](int j) { return int{j % 8 == 0 || j % 8 == 2}; }),
                "where the stride of a tree is a quarter of the one before"));
    CHECK(tells(of({.block = 16}, [](int j) { return int{j % 2 == 0}; }),
                "only every second column is added"));
    CHECK(tells(of({.block = 64}, [](int j) { return int{j % 2 == 0 && j < 32}; }),
                "only every second lane of every second warp"));
    CHECK(tells(of({.block = 96}, [](int j) { return j == 0 ? 1024 : 0; }),
                "where shuffles go the wrong way"));
    CHECK(tells(of({}, [](int j) { return j % 16 == 0 ? 16 : 0; }),
                "only every 16th column is added, and 16 times"));
    CHECK(tells(of({.sizes = {{"sx", 8}}}, [](int j) { return std::min(j / 8, 2) + 1; }),
                "a tile is added by several parts"));
}

TEST_CASE("shuffles that bring another lane's value are told by the lanes that are added") {
    const auto wide = runner::make_matvec_problem(9, 128, runner::Layout::row_major,
                                                  runner::InputKind::integers, 3);
    const auto of = [&](auto often) {
        return cause(
            [&](int i) {
                double result = wide.b[i];
                for (int j = 0; j < 128; ++j)
                    result +=
                        often(j % 32) * often(j / 32) * (double{wide.A[wide.at(i, j)]} * wide.x[j]);
                return float(result);
            },
            wide, {.block = 128, .shuffles = true});
    };
    // Lane 0 adds lanes 16, 8, 4, 2 and 1, each as it is by then: in every step, all lanes add the
    // same one.
    const auto by_number = [](int lane) {
        std::vector<double> held(32);
        held[lane] = 1;
        for (int offset = 16; offset > 0; offset /= 2) {
            const double added = held[offset];
            for (double& each : held) each += added;
        }
        return held[0];
    };
    CHECK(tells(of(by_number), "as __shfl_sync has it"));
    CHECK(tells(of([](int lane) { return double(lane < 16); }),
                "the offset of the shuffles begins at 8, and not at 16"));
}

}  // namespace grader::suite::matvec::test
