// What a wrong y of y = A x + b is: the result of a common mistake, element by element. Only what
// holds for all of y, or for all that is wrong of it, is said, and a mistake only where no other
// one would give the same.
#pragma once

#include <map>
#include <string>

#include "runner/matvec_problem.hpp"
#include "runner/problem.hpp"

namespace grader::suite::matvec {

/// How the work was split, as far as is known.
struct Split {
    int block = 0;  // threads of a block of the last launch; 0: none was launched
    std::map<std::string, int> sizes = {};  // of the call, beyond n and m: "width", "sx"
};

/// A line that begins with a newline; empty where nothing is known.
std::string value_cause(const runner::MatvecProblem& problem, const runner::Judged& y,
                        const Split& split = {});

}  // namespace grader::suite::matvec
