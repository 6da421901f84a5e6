// A run by hand (--compare) that computes one product on the CPU and then with each function: how
// far the results lie apart, and what each function costs. On a device that is time, beside a
// kernel that only reads A; on the simulator it is what the launch loads.
#pragma once

#include <vector>

#include "runner/matvec.hpp"

namespace runner {

/// Declares it. The functions take a row-major A, in device memory.
void declare_cpu_comparison(Program& program, std::vector<Matvec> functions);

}  // namespace runner
