// Remedies for calls that CUDA refuses. The cause states what is wrong with the call; some mistakes
// are typical.
#pragma once

#include <string>

#include "simulator/report/findings/finding.hpp"

namespace cusim::report {

// A sentence; empty where the cause says everything.
std::string launch_refused(const Finding& finding);
// The same for a copy, a fill or a free.
std::string copy_refused(const Finding& finding);

}  // namespace cusim::report
