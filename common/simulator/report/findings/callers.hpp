// Finds the program's position while the runtime works for it.
#pragma once

#include <vector>

namespace cusim::report {

// The return addresses on the running stack, innermost first.
std::vector<const void*> callers();

// Those from `pc` outwards; none if the call that returns to `pc` is not in progress.
std::vector<const void*> callers_from(const void* pc);

}  // namespace cusim::report
