// How a user names a block or a thread: 7, or 1,0 or 1,0,2 with indices by dimension.
#pragma once

#include <optional>
#include <string_view>

#include "simulator/report/finding.hpp"

namespace cusim::report {

// One to three whole numbers with commas between; those that are missing are 0.
std::optional<Dim3> parse_indices(std::string_view text);

}  // namespace cusim::report
