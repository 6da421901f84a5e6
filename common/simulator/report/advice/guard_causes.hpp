// Finds why an index is out of bounds if conditions are the cause: one that lets a value through
// which is too large, or a missing one.
#pragma once

#include <optional>
#include <string>

#include "simulator/report/source/index_reading.hpp"

namespace cusim::report {

// Complete sentences; nullopt if no single condition is the cause.
std::optional<std::string> guard_cause(const IndexReading& reading, const Finding& finding);

}  // namespace cusim::report
