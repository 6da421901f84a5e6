// Why a subscript leaves its array, where it is a matter of the conditions on the way there: which
// one lets a variable through that is too large, or that none is there.
#pragma once

#include <optional>
#include <string>

#include "simulator/report/index_reading.hpp"

namespace cusim::report {

// Whole sentences; nothing where no condition is singled out.
std::optional<std::string> guard_cause(const IndexReading& reading, const Finding& finding);

}  // namespace cusim::report
