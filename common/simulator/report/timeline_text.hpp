// The barriers of one block as a table in plain characters, at most 80 columns wide: which barriers
// its warps passed, how many threads arrived, and which warps had work before.
#pragma once

#include <string>

#include "simulator/report/findings/closeup.hpp"

namespace cusim::report {

std::string timeline_text(const BarrierTimeline& timeline);

}  // namespace cusim::report
