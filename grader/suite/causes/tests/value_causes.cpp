// Explanations of a wrong y: the one mistake that gives all of it, or none.
#include "suite/causes/value_causes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <limits>

using namespace grader::suite;
using namespace grader::suite::matvec;

namespace {

const runner::MatvecProblem problem =
    runner::make_matvec_problem(31, 37, runner::Layout::row_major, runner::InputKind::integers, 7);
const runner::MatvecProblem transposed = runner::make_matvec_problem(
    31, 37, runner::Layout::column_major_transposed, runner::InputKind::integers, 5);

double sum(int i, int end, int step = 1) {
    double result = 0;
    for (int j = 0; j < end; j += step)
        result += double{problem.A[problem.at(i, j)]} * problem.x[j];
    return result;
}

double weighted(int i, const std::function<int(int j)>& times) {
    double result = problem.b[i];
    for (int j = 0; j < problem.m; ++j)
        result += times(j) * double{problem.A[problem.at(i, j)]} * problem.x[j];
    return result;
}

std::string cause(const std::function<float(int i)>& element,
                  const runner::MatvecProblem& problem = problem, const Split& split = {}) {
    std::vector<float> y;
    for (int i = 0; i < problem.n; ++i) y.push_back(element(i));
    runner::Problem judged("matvec");
    judged.output<float>("y", {y.size()}, [&](std::size_t i) {
        return runner::expected_element(problem, static_cast<int>(i));
    });
    return value_cause(problem, {judged.arrays().front(), std::as_bytes(std::span(y))}, split);
}

bool tells(const std::string& text, const char* words) {
    INFO(text);
    return text.find(words) != text.npos;
}

}  // namespace

TEST_CASE("a pointer to A that stays at the first row, or at the first column, is recognised") {
    CHECK(
        cause([](int i) { return float(problem.b[i] + sum(0, 37)); }) ==
        "\n  y is what comes out with the first row of A for all rows: does what leads to A go on "
        "from row to row?");
    CHECK(
        cause([](int i) {
            double result = problem.b[i];
            for (int j = 0; j < problem.m; ++j)
                result += double{problem.A[problem.at(i, 0)]} * problem.x[j];
            return float(result);
        }) ==
        "\n  y is what comes out with the first element of each row of A for all of it: does what "
        "leads to A go on from column to column?");
}

TEST_CASE("the mistake that gives every element of y is named") {
    CHECK(cause([](int i) { return float(sum(i, 37)); }) == "\n  y is what comes out without b");
    CHECK(cause([](int i) {
              return float(problem.b[i] + sum(i, 20));
          }).find("where only the first") != std::string::npos);
    CHECK(cause([](int i) { return float(problem.b[i] + sum(i, 37)); }).empty());
    CHECK(cause([](int i) {
              return float(problem.b[i] + sum(i, 37, 2));
          }).find("only every second column is added") != std::string::npos);
    CHECK(cause([](int i) {
              return float(sum(i, 37) + 38.0 * problem.b[i]);
          }).find("b is added with every product, and once more") != std::string::npos);
}

TEST_CASE("a sum that begins or ends at the number of its row is named") {
    const auto from = [](int i) { return float(problem.b[i] + sum(i, 37) - sum(i, i)); };
    CHECK(cause(from) ==
          "\n  y is what comes out where the sum of each row begins at its own number: does the "
          "loop over the columns begin at 0?");
    CHECK(tells(cause([](int i) { return float(problem.b[i] + sum(i, i)); }),
                "ends before its own number: is the loop's bound the number of columns?"));
    CHECK(tells(cause([](int i) { return float(problem.b[i] + sum(i, i + 1)); }),
                "ends at its own number"));
}

TEST_CASE("b that every block takes from its beginning is named") {
    const auto of_block = [](int i) { return float(problem.b[i % 8] + sum(i, 37)); };
    CHECK(tells(cause(of_block, problem, {.block = 8}),
                "where every block takes the first 8 elements of b"));
}

TEST_CASE("if one element differs, no mistake is named") {
    CHECK(cause([](int i) { return float(sum(i, 37) + (i == 30)); }).empty());
}

TEST_CASE("for a product with the transpose, messages index A as in memory") {
    // y[j] = b[j] + the sum over the rows i of A[j * 31 + i] * x[i], with the last 11 left out, or
    // with A read as row-major.
    const auto& p = transposed;
    const auto first_rows = [&p](int j) {
        double result = p.b[j];
        for (int i = 0; i < 20; ++i) result += double{p.A[j * 31 + i]} * p.x[i];
        return float(result);
    };
    const auto row_major = [&p](int j) {
        double result = p.b[j];
        for (int i = 0; i < 31; ++i) result += double{p.A[i * 37 + j]} * p.x[i];
        return float(result);
    };
    CHECK(cause(first_rows, p).find("only the first 20 of 31 rows are added") != std::string::npos);
    CHECK(cause(row_major, p).find("A[i * m + j]") != std::string::npos);
}

TEST_CASE("b that is added several times is told with how often") {
    CHECK(tells(cause([](int i) { return float(sum(i, 37) + 5.0 * problem.b[i]); }),
                "where b is added 5 times"));
}

TEST_CASE("b added once by each of as many threads as there are columns may be either") {
    const auto square = runner::make_matvec_problem(31, 64, runner::Layout::row_major,
                                                    runner::InputKind::integers, 7);
    const std::string told = cause(
        [&](int i) {
            double result = 64.0 * square.b[i];
            for (int j = 0; j < 64; ++j) result += double{square.A[square.at(i, j)]} * square.x[j];
            return float(result);
        },
        square);
    CHECK(tells(told, "where b is added 64 times"));
    CHECK_FALSE(tells(told, "with every product"));
}

TEST_CASE("products that are added several times are told with how often") {
    CHECK(tells(cause([](int i) { return float(problem.b[i] + 4 * sum(i, 37)); }),
                "where every product is added 4 times"));
}

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

TEST_CASE("a left-out zero times infinity is reported if the numbers identify it") {
    runner::MatvecProblem special = problem;
    special.x[9] = 0;
    special.A[special.at(30, 9)] = std::numeric_limits<float>::infinity();
    const auto without_zeros = [&](int i) {
        double result = special.b[i];
        for (int j = 0; j < special.m; ++j)
            if (special.x[j] != 0) result += double{special.A[special.at(i, j)]} * special.x[j];
        return float(result);
    };
    CHECK(tells(cause(without_zeros, special), "zero times infinity, which is NaN, is left out"));
}

TEST_CASE("with rounded numbers a mistake is reported within the bound") {
    const runner::MatvecProblem reals =
        runner::make_matvec_problem(31, 37, runner::Layout::row_major, runner::InputKind::reals, 5);
    CHECK(tells(cause(
                    [&](int i) {
                        float result = 0;
                        for (int j = 0; j < reals.m; ++j)
                            result += reals.A[reals.at(i, j)] * reals.x[j];
                        return result;
                    },
                    reals),
                "y is what comes out without b"));
}

TEST_CASE("slips with x, b and parts of a row are named by the values that they leave") {
    const auto element = [](int i, int j) { return double{problem.A[problem.at(i, j)]}; };
    const auto of = [&](int i, auto term) {
        double result = problem.b[i];
        for (int j = 0; j < 37; ++j) result += term(element(i, j), j);
        return float(result);
    };
    CHECK(tells(cause([&](int i) { return of(i, [](double a, int) { return a * problem.x[0]; }); }),
                "every column is multiplied by x[0]"));
    CHECK(
        tells(cause([&](int i) { return of(i, [](double a, int j) { return a + problem.x[j]; }); }),
              "added, and not multiplied"));
    CHECK(tells(cause([&](int i) { return of(i, [](double a, int) { return a; }); }),
                "where x is left out"));
    CHECK(tells(cause([&](int i) { return of(i, [](double, int j) { return problem.x[j]; }); }),
                "where A is left out"));
    CHECK(tells(cause([&](int i) {
                    return float(weighted(i, [](int) { return 1; }) - problem.b[i] +
                                 problem.b[i % 8]);
                }),
                "row i takes b[i % 8]"));
    CHECK(tells(
        cause([&](int i) { return float(weighted(i, [](int j) { return j < 32 ? 1 : 2; })); }),
        "begin 32 columns apart"));
    const auto short_steps = [](int j) { return (std::min(j, 63) - j % 8) / 8 + 1; };
    CHECK(
        tells(cause([&](int i) { return float(weighted(i, short_steps)); }, problem, {.block = 64}),
              "go on by 8 columns"));
}

TEST_CASE("an element of A that is read elsewhere is told by where it is read") {
    const auto read_at = [](int i, auto place) {
        double result = problem.b[i];
        for (int j = 0; j < 37; ++j)
            result += double{problem.A[std::size_t(place(j)) % problem.A.size()]} * problem.x[j];
        return float(result);
    };
    CHECK(tells(cause([&](int i) { return read_at(i, [=](int j) { return i * 31 + j; }); }),
                "where element (i, j) of A is read at A[i * n + j]: it lies at A[i * m + j]"));
    CHECK(tells(cause([&](int i) { return read_at(i, [=](int j) { return j * 31 + i; }); }),
                "where A is read as if its columns lay one behind the other"));
    const auto of_first_block = [](int i) { return float(problem.b[i] + sum(i % 16, 37)); };
    CHECK(tells(cause(of_first_block, problem, {.block = 16}),
                "the first 16 elements of y: the index of A lacks the begin of the block"));
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
