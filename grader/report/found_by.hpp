// The simulator's errors and compute-sanitizer's findings compared: one row for each bug, with the
// tools that found it.
#pragma once

#include <string>
#include <vector>

#include "score/result.hpp"

namespace grader::report {

struct FoundBy {
    std::string kind;
    std::string place;  // "reduce.cu:23"; empty if neither names one
    bool simulator = false;
    std::vector<std::string> tools;  // "racecheck"; empty if compute-sanitizer did not find it
};

/// Two findings are the same bug if kind and line agree. For a race, either of its lines may agree;
/// a missing line agrees with any.
std::vector<FoundBy> found_by(const score::LabResult& lab);

}  // namespace grader::report
