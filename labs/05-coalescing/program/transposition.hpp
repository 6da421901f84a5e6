// The transpose of a matrix, for the labs that have one: registers the function with the program,
// and adds a run by hand. A has n rows and m columns and is stored column by column, A[j * n + i].
// Its transpose is stored column by column, too, At[i * m + j].
#pragma once

#include <string>

#include "runner/program.hpp"

namespace runner {

using Transpose = void (*)(int n, int m, float* At, const float* A);  // device memory

/// Sizes n and m, input A, output At.
void declare_transposition(Program& program, const std::string& name, Transpose function);

}  // namespace runner
