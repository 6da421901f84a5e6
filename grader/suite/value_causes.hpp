// What a wrong y of y = A x + b is: the result of a common mistake, element by element, or
// the elements that nothing has been written to. Only what holds for all of y is said, and a
// mistake only where no other one would give the same.
#pragma once

#include <string>

#include "runner/matvec_problem.hpp"
#include "runner/problem.hpp"
#include "suite/answer.hpp"

namespace grader::suite::matvec {

/// Lines that begin with a newline; empty where nothing is known. `answer`: whose launches may
/// explain it.
std::string value_cause(const runner::MatvecProblem& problem, const runner::Judged& y,
                        const Answer& answer);

}  // namespace grader::suite::matvec
