// Finds why an index is out of bounds that is the sum of where a part of the array begins and of a
// place within the part.
#pragma once

#include <optional>
#include <string>

#include "simulator/report/source/index_reading.hpp"

namespace cusim::report {

// Complete sentences; nullopt if this is not the cause.

// The array holds the part alone, so the index within it is meant.
std::optional<std::string> part_at_its_begin(const IndexReading& reading, const Finding& finding);
// After the part's begin there are fewer elements than a condition allows.
std::optional<std::string> part_too_long(const IndexReading& reading, const Finding& finding);

}  // namespace cusim::report
