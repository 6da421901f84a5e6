// Mistakes in the formula y = A x + b itself, however the work is split: hypotheses on its terms,
// on the bounds of the sums, and on the places of A, x and y, each computed and compared with y.
#pragma once

#include <vector>

#include "runner/matvec_problem.hpp"
#include "suite/causes/mistakes.hpp"
#include "suite/causes/split.hpp"

namespace grader::suite::matvec {

/// Problem, y and split must outlive the list.
std::vector<Mistake> mistakes_of_formula(const runner::MatvecProblem& problem,
                                         const runner::Judged& y, const Split& split);

}  // namespace grader::suite::matvec
