// Launches from close up, as a student reads them on a terminal: plain characters, 80 columns.
#pragma once

#include <deque>
#include <string>

#include "simulator/report/launch_record.hpp"

namespace cusim::report {

// Of each kernel the launch that costs most beyond the least, the first few kernels at most.
std::string closeups_text(const std::deque<LaunchRecord>& launches);

}  // namespace cusim::report
