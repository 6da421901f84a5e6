// Why a subscript that was read from the source leaves its array, where the text and the values
// single one cause out: which size was multiplied, which condition let the thread through, and what
// that condition would have to be.
#pragma once

#include <string>

#include "simulator/report/index_reading.hpp"

namespace cusim::report {

// "Here i = 7, n = 100 and j = 0, so `i * n + j` is 700."
std::string index_facts(const IndexReading& reading);

// Whole sentences; empty where no cause is singled out.
std::string index_cause(const IndexReading& reading, const Finding& finding);

}  // namespace cusim::report
