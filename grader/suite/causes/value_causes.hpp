// Explains a wrong y of y = A x + b: finds the common mistake that gives it, element by element. An
// explanation is given only if it holds for all of y, or for all of its wrong elements, and if no
// other mistake would give the same values.
#pragma once

#include <string>

#include "runner/matvec_problem.hpp"
#include "runner/problem.hpp"
#include "suite/causes/split.hpp"

namespace grader::suite::matvec {

/// A line that begins with a newline; empty if no explanation is known.
std::string value_cause(const runner::MatvecProblem& problem, const runner::Judged& y,
                        const Split& split = {});

}  // namespace grader::suite::matvec
