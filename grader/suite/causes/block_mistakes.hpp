// Mistakes in y = A x + b from blocks that each take some of the elements of y.
#pragma once

#include <vector>

#include "runner/matvec_problem.hpp"
#include "suite/causes/mistakes.hpp"
#include "suite/causes/split.hpp"

namespace grader::suite::matvec {

/// `y`: the actual output. Problem, y and split must outlive the list.
std::vector<Mistake> mistakes_of_blocks(const runner::MatvecProblem& problem,
                                        const runner::Judged& y, const Split& split);

}  // namespace grader::suite::matvec
