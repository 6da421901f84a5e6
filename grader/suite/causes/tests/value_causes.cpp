// Explanations of a wrong y: the one mistake that gives all of it, or none.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "value_cause.hpp"

namespace grader::suite::matvec::test {

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

}  // namespace grader::suite::matvec::test
