// For a race within a block: a condition that was hardly meant to let all of its threads come.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// A space and a sentence on an access under `if (i == 0)`, where i is the number of the block;
// empty otherwise.
std::string condition_on_block(const Settled& settled);

}  // namespace cusim::report
