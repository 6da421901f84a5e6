// Where the program is while the runtime does something for it.
#pragma once

#include <vector>

namespace cusim::api {

// The return addresses on the host's stack, the innermost first.
std::vector<const void*> callers();

}  // namespace cusim::api
