// Mistakes in y = A x + b from splitting a row: columns that the threads of a block, or blocks,
// take twice, leave out or take from another place.
#pragma once

#include <vector>

#include "runner/matvec_problem.hpp"
#include "suite/causes/mistakes.hpp"
#include "suite/causes/split.hpp"

namespace grader::suite::matvec {

/// `y`: the actual output, from which unknown numbers are found. Problem, y and split must outlive
/// the list.
std::vector<Mistake> mistakes_of_parts(const runner::MatvecProblem& problem,
                                       const runner::Judged& y, const Split& split);

}  // namespace grader::suite::matvec
