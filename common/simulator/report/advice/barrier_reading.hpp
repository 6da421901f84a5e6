// Finds where the source lacks the barrier that would order two accesses of one block, from the
// text between the two.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Complete sentences about a race within a block; empty if the text does not show where a barrier
// is missing. `same_warp`: whether both threads are of one warp.
std::string missing_barrier(const Settled& settled, bool same_warp = false);

}  // namespace cusim::report
