// The second half of an explanation: why it is wrong, and the usual remedy.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Complete sentences, for a program in Python with PyCUDA's names; empty if the facts say
// everything.
std::string remedy(const Settled& settled);

}  // namespace cusim::report
