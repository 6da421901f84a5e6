// y = A x + b, for the labs whose functions compute it. Registers the functions with the program,
// and adds a run by hand. That generates the inputs, calls a function, compares with a reference in
// double precision, and explains error, launches and time. A has n rows and m columns; row_major:
// A[i * m + j], column_major: A[j * n + i].
#pragma once

#include <vector>

#include "runner/matvec_function.hpp"
#include "runner/program.hpp"

namespace runner {

/// Declares all of them, and a demonstration for them (--function NAME selects one).
void declare(Program& program, std::vector<Matvec> functions);

}  // namespace runner
