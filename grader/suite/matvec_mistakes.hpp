// Mistakes in y = A x + b that come of splitting a row's work: over the threads of a block, which
// add up as a tree or by shuffles, or over blocks that take parts of the columns.
#pragma once

#include <vector>

#include "runner/matvec_problem.hpp"
#include "suite/mistakes.hpp"
#include "suite/value_causes.hpp"

namespace grader::suite::matvec {

/// `y` is what came out, by which numbers that are not known are found. Problem, y and split must
/// outlive the list.
std::vector<Mistake> mistakes_of_split_rows(const runner::MatvecProblem& problem,
                                            const runner::Judged& y, const Split& split);

}  // namespace grader::suite::matvec
