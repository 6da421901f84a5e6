// A wrong y that blocks or threads leave which each take a part of a row, or some of the rows.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "value_cause.hpp"

namespace grader::suite::matvec::test {

TEST_CASE("sums that are all added to the rows of the first block are told with its size") {
    CHECK(tells(cause(
                    [](int i) {
                        double result = problem.b[i];
                        for (int row = i; i < 16 && row < problem.n; row += 16)
                            result += sum(row, problem.m);
                        return float(result);
                    },
                    problem, {.block = 16}),
                "added to the first 16 elements"));
}

TEST_CASE("a launch with fewer threads in a block than it takes elements of y is told") {
    const auto left_out = [](int taken) {
        return cause(
            [=](int i) {
                return float(i % taken < 5 ? problem.b[i] + sum(i, problem.m) : problem.b[i]);
            },
            problem, {.block = 5});
    };
    CHECK(tells(left_out(8),
                "no more than the first 5 of every 8 elements of y: the launch has "
                "blocks of 5 threads"));
    CHECK(tells(left_out(64), "no more than the first 5 of 31 elements of y"));
}

TEST_CASE("tiles that are found with the wrong number of the block are told") {
    const auto square = runner::make_matvec_problem(33, 33, runner::Layout::row_major,
                                                    runner::InputKind::integers, 11);
    const auto of = [&](auto times) {
        return cause(
            [&](int i) {
                double result = square.b[i];
                for (int j = 0; j < 33; ++j)
                    result += times(i, j) * double{square.A[square.at(i, j)]} * square.x[j];
                return float(result);
            },
            square, {.block = 32, .sizes = {{"sx", 4}, {"sy", 8}}});
    };
    CHECK(tells(of([](int i, int j) { return j / 4 == i / 8 ? 9 : 0; }),
                "the right one of blockIdx.x and blockIdx.y?"));
    CHECK(tells(of([](int i, int j) { return int{j / 4 >= i / 8 * 2}; }),
                "each 8 rows lack 2 tiles more of 4 columns at the begin than those before"));
    // So it is where only the first rows have blocks.
    CHECK_FALSE(tells(of([](int i, int) { return int{i < 8}; }), "at the begin than"));
}

TEST_CASE("rows without a block are told by the grid where y begins as b") {
    const auto first_rows = [](int i) {
        return float(i < 8 ? problem.b[i] + sum(i, problem.m) : problem.b[i]);
    };
    Split split{
        .block = 32, .blocks_along_y = 1, .adds_to_y = true, .sizes = {{"sx", 4}, {"sy", 8}}};
    CHECK(tells(cause(first_rows, problem, split),
                "where products are added to the first 8 of 31 elements of y alone. The grid has "
                "no blocks for the others: 1 block along y, of 8 rows each"));
    split.blocks_along_x = 4;
    CHECK_FALSE(tells(cause(first_rows, problem, split), "exchanged"));
    split.sizes["sx"] = 40;
    CHECK(tells(cause(first_rows, problem, split),
                "So the numbers of blocks along x and y are exchanged"));
    split.sizes["sx"] = 4;
    split.blocks_along_y = 4;
    CHECK_FALSE(tells(cause(first_rows, problem, split), "The grid has no blocks"));
    split.blocks_along_y = 1;
    split.adds_to_y = false;
    CHECK_FALSE(tells(cause(first_rows, problem, split), "The grid has no blocks"));
}

TEST_CASE("what the last thread of a row of the block has is told where a tree adds up") {
    const auto last = [](int width) {
        return [=](int i) {
            return float(weighted(i, [=](int j) { return int{j % width == width - 1}; }));
        };
    };
    const auto split = [](int width, int barriers) {
        return Split{.block = 4 * width, .barriers = barriers, .sizes = {{"sx", width}, {"sy", 4}}};
    };
    CHECK(tells(cause(last(4), problem, split(4, 3)),
                "where of each 4 columns only the last is added"));
    CHECK(tells(cause(last(2), problem, split(2, 2)),
                "where of each 2 columns only the last is added"));
    CHECK_FALSE(tells(cause(last(4), problem, split(4, 0)), "only the last is added"));
}

TEST_CASE("what parts of a row and segments of rows leave is told by their lengths") {
    const auto wide = runner::make_matvec_problem(31, 150, runner::Layout::row_major,
                                                  runner::InputKind::integers, 8);
    const auto of = [&](const Split& split, auto in_A, auto in_x, auto times) {
        return cause(
            [&](int i) {
                double result = wide.b[i];
                for (int j = 0; j < 150; ++j)
                    result += times(j) * double{wide.A[wide.at(i, in_A(j))]} * wide.x[in_x(j)];
                return float(result);
            },
            wide, split);
    };
    const auto same = [](int j) { return j; };
    const auto first = [](int j) { return j % 64; };
    const auto once = [](int) { return 1.0; };
    CHECK(tells(of({}, same, first, once), "take the first 64 elements of x"));
    CHECK(tells(of({}, first, same, once), "take the first 64 elements of A"));
    CHECK(tells(of({.block = 32, .sizes = {{"width", 64}}}, first, same, once),
                "as if every block had the first columns"));
    CHECK(tells(of({}, same, same, [](int j) { return double(j >= 64); }),
                "where the first 64 of 150 columns are left out"));
    CHECK(tells(of({.sizes = {{"width", 64}}}, same, same,
                   [](int j) { return double(std::min(64, 150 - j / 64 * 64) - j % 64); }),
                "each time that it has grown"));
    CHECK(tells(of({.block = 128}, same, same, [](int j) { return j % 128 < 32 ? 4.0 : 0; }),
                "the sum of the first warp is added once for each warp"));
    CHECK(tells(cause(
                    [&](int i) {
                        double result = wide.b[i];
                        for (int row = i; row >= 0; row -= 8)
                            for (int j = 0; j < 150; ++j)
                                result += double{wide.A[wide.at(row, j)]} * wide.x[j];
                        return float(result);
                    },
                    wide),
                "not set anew for each segment of 8 rows"));
}

TEST_CASE("sums of parts that are stored by columns, or multiplied again, are told") {
    const auto term = [](int i, int j) {
        return double{problem.A[problem.at(i, j)]} * problem.x[j];
    };
    const Split split{.sizes = {{"sx", 4}}};
    const auto by_columns = [&](int i) {
        double result = problem.b[i];
        for (int p = 0; p < 3; ++p) {
            const int at = i * 3 + p;
            for (int j = 0; j < 37; ++j)
                if (j / 4 % 3 == at / 31) result += term(at % 31, j);
        }
        return float(result);
    };
    CHECK(tells(cause(by_columns, problem, split), "stored column by column, and read row by row"));
    const auto again = [&](int i) {
        std::vector<double> values;
        for (int j = 0; j < 37; ++j) values.push_back(problem.A[problem.at(i, j)]);
        do {
            std::vector<double> sums((values.size() + 3) / 4);
            for (std::size_t j = 0; j < values.size(); ++j) sums[j / 4] += values[j] * problem.x[j];
            values = sums;
        } while (values.size() > 1);
        return float(problem.b[i] + values[0]);
    };
    CHECK(tells(cause(again, problem, split), "are multiplied by x again in the next"));
}

}  // namespace grader::suite::matvec::test
