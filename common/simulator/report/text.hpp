// The findings as a student reads them on a terminal. Plain text, no colour: it goes to stderr,
// to files and into the grader's reports alike.
#pragma once

#include <string>
#include <vector>

#include "simulator/report/settle.hpp"

namespace cusim::report {

// Empty where there are no findings. Beyond the first few, findings are only listed.
std::string to_text(const std::vector<Settled>& findings);

}  // namespace cusim::report
