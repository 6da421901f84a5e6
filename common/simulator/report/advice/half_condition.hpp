// Finds a condition of two halves of which the wrong one suffices: `||` for `&&`, or the reverse.
#pragma once

#include <optional>
#include <string>

#include "simulator/report/source/index_reading.hpp"

namespace cusim::report {

// Complete sentences; nullopt if no such condition lets the index of the finding through.
std::optional<std::string> half_condition(const IndexReading& reading, const Finding& finding);

}  // namespace cusim::report
