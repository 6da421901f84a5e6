// For `atomicAdd(&hits[p], 1); if (hits[p] > most)`: the read may be meant to tell the thread what
// its own addition has found.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Sentences that begin with a small letter, or empty. For a race of an atomic and another access.
std::string result_not_used(const Settled& settled);

}  // namespace cusim::report
