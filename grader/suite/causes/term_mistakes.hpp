// Mistakes in y = A x + b that take another element of A, or another lane's value, than the one
// that is meant: hypotheses on the index and on the shuffles, each computed and compared with y.
#pragma once

#include <vector>

#include "runner/matvec_problem.hpp"
#include "suite/causes/mistakes.hpp"
#include "suite/causes/split.hpp"

namespace grader::suite::matvec {

/// `y`: the actual output, from which unknown numbers are found. Problem, y and split must outlive
/// the list.
std::vector<Mistake> mistakes_of_terms(const runner::MatvecProblem& problem,
                                       const runner::Judged& y, const Split& split);

}  // namespace grader::suite::matvec
