// From what was recorded to what is reported: places resolved to lines, findings of one cause
// merged, consequences of another finding left out, the rest in the order in which a student should
// fix them. Pure: the same records give the same list.
#pragma once

#include <vector>

#include "simulator/report/settled.hpp"

namespace cusim::report {

std::vector<Settled> settle(const std::vector<Recorded>& recorded);

}  // namespace cusim::report
