// What a wrong y of y = A x + b is: the result of a common mistake, element by element. Only what
// holds for all of y is said, and a mistake only where no other one would give the same.
#pragma once

#include <string>

#include "runner/matvec_problem.hpp"
#include "runner/problem.hpp"

namespace grader::suite::matvec {

/// A line that begins with a newline; empty where nothing is known.
std::string value_cause(const runner::MatvecProblem& problem, const runner::Judged& y);

}  // namespace grader::suite::matvec
