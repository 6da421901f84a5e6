// Explains a wrong y of y = A x + b: finds the common mistake that gives it, element by element. An
// explanation is given only if it holds for all of y, or for all of its wrong elements, and if no
// other mistake would give the same values.
#pragma once

#include <map>
#include <string>

#include "runner/matvec_problem.hpp"
#include "runner/problem.hpp"

namespace grader::suite::matvec {

/// How the work was split, as far as it is known.
struct Split {
    int block = 0;                          // threads per block in the latest launch; 0: no launch
    int barriers = 0;                       // that a block passes there, on average
    std::map<std::string, int> sizes = {};  // of the call, in addition to n and m: "width", "sx"
};

/// A line that begins with a newline; empty if no explanation is known.
std::string value_cause(const runner::MatvecProblem& problem, const runner::Judged& y,
                        const Split& split = {});

}  // namespace grader::suite::matvec
