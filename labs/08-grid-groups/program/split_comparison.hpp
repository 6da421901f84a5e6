// A run by hand that compares ways to split a row over several blocks (--compare), by n and by the
// shape of a block. On a device it shows times, on the simulator counts. It prints a table; with
// --out FOLDER it also writes the table to files, and a plot.
#pragma once

#include <vector>

#include "runner/matvec.hpp"

namespace runner {

/// Adds it to the program. The functions take device memory, a square A, and the numbers sx and sy.
void declare_split_comparison(Program& program, std::vector<Matvec> functions);

}  // namespace runner
