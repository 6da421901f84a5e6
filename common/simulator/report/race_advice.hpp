// Why a race is one, and what is usually done about it: read off the two parties (one warp, one
// block, several blocks, several streams), off what they did, and off the line or lines.
#pragma once

#include <string>

#include "simulator/report/settle.hpp"

namespace cusim::report {

// Whole sentences.
std::string race_advice(const Settled& settled);

}  // namespace cusim::report
