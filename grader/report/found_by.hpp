// The simulator's errors and compute-sanitizer's findings side by side: one row a bug, with who has
// found it.
#pragma once

#include <string>
#include <vector>

#include "score/result.hpp"

namespace grader::report {

struct FoundBy {
    std::string kind;
    std::string place;  // "reduce.cu:23"; empty where nobody names one
    bool simulator = false;
    std::vector<std::string> tools;  // "racecheck"; empty where compute-sanitizer is silent
};

/// A finding of either is the same bug where kind and line agree; of a race, either of its lines;
/// and where one of them names no line.
std::vector<FoundBy> found_by(const score::LabResult& lab);

}  // namespace grader::report
