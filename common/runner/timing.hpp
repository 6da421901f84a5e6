// A run by hand that times functions on a device (--time): cold and warm, beside the device's roof
// and beside cuBLAS, all in one run.
#pragma once

#include <vector>

#include "runner/matvec_function.hpp"
#include "runner/program.hpp"

namespace runner {

/// Declares it for those of the functions that take device memory; does nothing where none does.
void declare_timing(Program& program, const std::vector<Matvec>& functions);

}  // namespace runner
