// Finds the program's position while the runtime works for it.
#pragma once

#include <vector>

namespace cusim::api {

// The return addresses on the host's stack, innermost first.
std::vector<const void*> callers();

}  // namespace cusim::api
