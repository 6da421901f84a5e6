// Blocks and threads of a launch, where there are fewer threads than there should be.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// A sentence on a launch that looks exchanged (exchanged_launch.hpp); empty for any other.
std::string small_blocks(const Recorded& recorded);

// For an element of a shared array whose number no thread of the block has: how many threads there
// are; empty otherwise.
std::string threads_for(const Settled& settled);

}  // namespace cusim::report
