// Reduces the points of a rung's other cases if its work earns little: a result computed by one
// thread may be right, but it is not what the rung is about. A rung whose work is worth nothing
// keeps less than a third of its points. The suite measures the work.
#pragma once

#include <algorithm>
#include <string>

#include "score/result.hpp"

namespace grader::score {

/// `share`: the share of its points that the rung's work earns. From a quarter on, which is about
/// six times the sufficient time, nothing is taken away. Below that, the result falls linearly.
inline double worth_beside_work(double share) {
    constexpr double least = 0.3, enough = 0.25;
    return least + (1 - least) * std::clamp(share / enough, 0.0, 1.0);
}

/// Reduces the case's score to that part, and says so. `work`: "takes 37 times what is enough", and
/// where to look. `how`: to see it, for a case in which nothing else is wrong.
void hold_to_work(CaseResult& result, double share, const std::string& work, const Lines& how = {});

/// Whether the case is only reduced: another case says what is wrong.
bool is_only_held(const CaseResult& result);

}  // namespace grader::score
