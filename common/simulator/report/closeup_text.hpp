// Close-ups of launches for a terminal: plain characters, 80 columns.
#pragma once

#include <deque>
#include <string>

#include "simulator/report/findings/launch_record.hpp"

namespace cusim::report {

// Shows, for each kernel, the launch that costs most beyond the least; for a limited number of
// kernels.
std::string closeups_text(const std::deque<LaunchRecord>& launches);

}  // namespace cusim::report
