// The findings as text for a terminal, without colour, since it also goes to files and into the
// grader's reports.
#pragma once

#include <string>
#include <vector>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Empty if there are no findings. Only the first few are shown in full.
std::string to_text(const std::vector<Settled>& findings);

}  // namespace cusim::report
