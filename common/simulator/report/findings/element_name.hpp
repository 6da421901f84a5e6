// An element as the program names it: `Q[30]`, `tile[1][5]`.
#pragma once

#include <string>

#include "simulator/report/findings/finding.hpp"

namespace cusim::report {

// The element of the finding's variable at this index, which counts elements of the size of the
// access. If the variable's type is known, that is the one of its own elements where the access
// begins: of an array with several dimensions or of structs.
std::string element_name(const Finding& finding, long index);

}  // namespace cusim::report
