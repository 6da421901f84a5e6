// What the other cases of a rung are worth where its work earns little: values that one thread
// computes are right, but are not what the rung is about. Promises that a rung whose work is worth
// nothing keeps less than a third of its points; leaves the measuring to the suite.
#pragma once

#include <algorithm>
#include <string>

#include "score/result.hpp"

namespace grader::score {

/// `share`: of its points, what the rung's work earns. From a quarter on, some six times what is
/// enough, nothing is taken away; below it the worth falls evenly.
inline double worth_beside_work(double share) {
    constexpr double least = 0.3, enough = 0.25;
    return least + (1 - least) * std::clamp(share / enough, 0.0, 1.0);
}

/// Takes that part of the case's score away and says so; `work`: "takes 37 times what is enough",
/// and where to look.
void hold_to_work(CaseResult& result, double share, const std::string& work);

/// Whether nothing else is wrong with it: another case says what is.
bool is_only_held(const CaseResult& result);

}  // namespace grader::score
