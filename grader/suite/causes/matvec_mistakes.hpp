// Mistakes in y = A x + b from splitting the work of a row: over the threads of a block, which
// reduce by a tree or by shuffles, or over blocks that handle parts of the columns.
#pragma once

#include <vector>

#include "runner/matvec_problem.hpp"
#include "suite/causes/mistakes.hpp"
#include "suite/causes/split.hpp"

namespace grader::suite::matvec {

/// `y`: the actual output, from which unknown numbers are found. Problem, y and split must outlive
/// the list.
std::vector<Mistake> mistakes_of_split_rows(const runner::MatvecProblem& problem,
                                            const runner::Judged& y, const Split& split);

}  // namespace grader::suite::matvec
