// What a product y = A x + b is measured beside on a device: a kernel that reads A and does nothing
// else, and cuBLAS. For runs that compare functions.
#pragma once

#include <vector>

#include "runner/matvec_function.hpp"

namespace runner {

/// Named as in the table of --time. cuBLAS is missing if the machine has none, and both are on the
/// simulator. What they leave in y is not A x + b. The first call with an A chooses the faster way
/// of reading it.
std::vector<Matvec> yardsticks(Layout layout);

}  // namespace runner
