// Races of two arrays of a block's dynamic shared memory that both begin at its beginning.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// If the lines of the race use two `extern __shared__` arrays: that they are one memory. Otherwise
// empty.
std::string same_dynamic_memory(const Settled& settled);

}  // namespace cusim::report
