// After a grading: for values that are wrong though nothing was found, the command that searches
// for the place.
#pragma once

#include <cstdint>
#include <string>

#include "score/result.hpp"

namespace grader::cli {

/// A line, or nothing.
std::string search_offer(const score::LabResult& lab, std::uint64_t seed);

}  // namespace grader::cli
