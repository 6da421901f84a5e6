// After a grading: for values that are wrong though nothing was found and nothing is left to do,
// the command that searches for the place.
#pragma once

#include <cstdint>
#include <string>

#include "report/sources.hpp"
#include "score/result.hpp"

namespace grader::cli {

/// A line, or nothing.
std::string search_offer(const score::LabResult& lab, const report::Sources& sources,
                         std::uint64_t seed);

}  // namespace grader::cli
