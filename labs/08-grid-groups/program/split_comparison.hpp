// A run by hand that puts ways to split a row over several blocks side by side (--compare), over n
// and the shape of a block. On a device times, on the simulator counts; a table, and with --out
// FOLDER also files of it and a plot.
#pragma once

#include <vector>

#include "runner/matvec.hpp"

namespace runner {

/// Declares it. The functions take device memory, a square A, and the numbers sx and sy.
void declare_split_comparison(Program& program, std::vector<Matvec> functions);

}  // namespace runner
