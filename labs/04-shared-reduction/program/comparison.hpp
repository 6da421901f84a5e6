// A run by hand that compares functions as the number of rows of A decreases (--compare): how many
// threads each starts, how much of the device they occupy, and on a device the time.
#pragma once

#include <vector>

#include "runner/matvec.hpp"

namespace runner {

/// Adds it to the program. The functions take device memory, with A in the layout of the first one.
void declare_comparison(Program& program, std::vector<Matvec> functions);

}  // namespace runner
