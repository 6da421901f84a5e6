// Why a loop that was stopped does not end, where its text tells.
#pragma once

#include <string>

#include "simulator/report/settle.hpp"

namespace cusim::report {

// Whole sentences.
std::string endless_loop_advice(const Settled& settled);

}  // namespace cusim::report
