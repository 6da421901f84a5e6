// What value_cause() says of a y that tests compute with a mistake.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "runner/matvec_problem.hpp"
#include "suite/causes/split.hpp"
#include "suite/causes/value_causes.hpp"
#include "tests/text_has.hpp"

namespace grader::suite::matvec::test {

inline const runner::MatvecProblem problem =
    runner::make_matvec_problem(31, 37, runner::Layout::row_major, runner::InputKind::integers, 7);
inline const runner::MatvecProblem transposed = runner::make_matvec_problem(
    31, 37, runner::Layout::column_major_transposed, runner::InputKind::integers, 5);

inline double sum(int i, int end, int step = 1) {
    double result = 0;
    for (int j = 0; j < end; j += step)
        result += double{problem.A[problem.at(i, j)]} * problem.x[j];
    return result;
}

inline double weighted(int i, const std::function<int(int j)>& times) {
    double result = problem.b[i];
    for (int j = 0; j < problem.m; ++j)
        result += times(j) * double{problem.A[problem.at(i, j)]} * problem.x[j];
    return result;
}

inline std::string cause(const std::function<float(int i)>& element,
                         const runner::MatvecProblem& problem = problem, const Split& split = {}) {
    std::vector<float> y;
    for (int i = 0; i < problem.n; ++i) y.push_back(element(i));
    runner::Problem judged("matvec");
    judged.output<float>("y", {y.size()}, [&](std::size_t i) {
        return runner::expected_element(problem, static_cast<int>(i));
    });
    return value_cause(problem, {judged.arrays().front(), std::as_bytes(std::span(y))}, split);
}

inline TextHas tells(const std::string& text, const char* words) {
    return text_has(text, words);
}

}  // namespace grader::suite::matvec::test
