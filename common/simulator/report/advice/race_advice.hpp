// Explains why a race is one, and the usual remedy, from the two threads (one warp, one block,
// several blocks, several streams), from what they did, and from their source lines.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Complete sentences.
std::string race_advice(const Settled& settled);

}  // namespace cusim::report
