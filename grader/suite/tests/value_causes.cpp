// What is said of a wrong y: the one mistake that gives all of it, or nothing.
#include "suite/value_causes.hpp"

#include <doctest/doctest.h>

#include <functional>

using namespace grader::suite;
using namespace grader::suite::matvec;

namespace {

const runner::MatvecProblem problem =
    runner::make_matvec_problem(31, 37, runner::Layout::row_major, runner::InputKind::integers, 5);
const runner::MatvecProblem transposed = runner::make_matvec_problem(
    31, 37, runner::Layout::column_major_transposed, runner::InputKind::integers, 5);

double sum(int i, int end, int step = 1) {
    double result = 0;
    for (int j = 0; j < end; j += step)
        result += double{problem.A[problem.at(i, j)]} * problem.x[j];
    return result;
}

std::string cause(const std::function<float(int i)>& element,
                  const runner::MatvecProblem& problem = problem) {
    std::vector<float> y;
    for (int i = 0; i < problem.n; ++i) y.push_back(element(i));
    runner::Problem judged("matvec");
    judged.output<float>("y", {y.size()}, [&](std::size_t i) {
        return runner::expected_element(problem, static_cast<int>(i));
    });
    return value_cause(problem, {judged.arrays().front(), std::as_bytes(std::span(y))});
}

}  // namespace

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

TEST_CASE("where one element is otherwise, no mistake is named") {
    CHECK(cause([](int i) { return float(sum(i, 37) + (i == 30)); }).empty());
}

TEST_CASE("of a product with the transpose the words are those of A as it lies in memory") {
    // y[j] = b[j] + the sum over the rows i of A[j * 31 + i] * x[i], of which the last 11 are left
    // out, or which takes A for row-major.
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
