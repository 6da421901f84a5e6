// The second half of an explanation: why it is wrong, and the usual remedy.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Complete sentences; empty if the facts say everything.
std::string remedy(const Settled& settled);

// The program is in Python: remedies use PyCUDA's names.
void speak_python();

}  // namespace cusim::report
