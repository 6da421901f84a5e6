// Finds why a subscript leaves its array, if the source and the values allow only one cause: which
// size is the wrong factor, which condition let the thread through, and what that condition should
// be.
#pragma once

#include <string>

#include "simulator/report/source/index_reading.hpp"

namespace cusim::report {

// Such as "Here i = 7, n = 100 and j = 0, so `i * n + j` is 700."
std::string index_facts(const IndexReading& reading);

// Complete sentences; empty if there is no single cause.
std::string index_cause(const IndexReading& reading, const Finding& finding);

}  // namespace cusim::report
