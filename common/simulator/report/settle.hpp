// Turns recorded findings into reported ones: resolves places to lines, merges findings of one
// cause, leaves out consequences of other findings, and orders the rest as a student should fix
// them. Pure: the same records give the same list.
#pragma once

#include <vector>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

std::vector<Settled> settle(const std::vector<Recorded>& recorded);

}  // namespace cusim::report
