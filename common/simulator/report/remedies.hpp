// The second half of an explanation: why the thing is wrong, and what is usually done about it.
#pragma once

#include <string>

#include "simulator/report/settle.hpp"

namespace cusim::report {

// Whole sentences; empty where the facts say it all.
std::string remedy(const Settled& settled);

// The program that is spoken of is one in Python, which has PyCUDA's names for what it calls.
void speak_python();

}  // namespace cusim::report
