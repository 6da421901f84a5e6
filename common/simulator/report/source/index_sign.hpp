// Whether an index can be negative at all.
#pragma once

#include "simulator/report/source/index_reading.hpp"

namespace cusim::report {

// Whether the index is computed from values that are not negative, without any subtraction, so that
// only an overflow could make it negative.
bool is_never_negative(const IndexReading& reading, const Settled& settled);

}  // namespace cusim::report
