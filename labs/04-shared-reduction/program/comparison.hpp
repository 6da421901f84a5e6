// A run by hand that puts functions side by side as the rows of A become fewer (--compare): what
// each starts in threads, how much of the device that fills, and on a device the time.
#pragma once

#include <vector>

#include "runner/matvec.hpp"

namespace runner {

/// Declares it. The functions take device memory, and A as the first of them does.
void declare_comparison(Program& program, std::vector<Matvec> functions);

}  // namespace runner
