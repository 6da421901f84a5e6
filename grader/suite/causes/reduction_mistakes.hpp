// Mistakes in y = A x + b from reducing a row's products within a block, by a tree or by shuffles.
#pragma once

#include <vector>

#include "runner/matvec_problem.hpp"
#include "suite/causes/mistakes.hpp"
#include "suite/causes/split.hpp"

namespace grader::suite::matvec {

/// `y`: the actual output, from which unknown numbers are found. Problem, y and split must outlive
/// the list.
std::vector<Mistake> mistakes_of_reductions(const runner::MatvecProblem& problem,
                                            const runner::Judged& y, const Split& split);

}  // namespace grader::suite::matvec
