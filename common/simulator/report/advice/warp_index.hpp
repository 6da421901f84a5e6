// For a race between two stores of a block: an index that is a lane's number, which other warps
// have as well, or that is the same in all lanes of a warp.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Complete sentences; empty if the index is neither, or is not known.
std::string shared_by_warps(const Settled& settled);

}  // namespace cusim::report
