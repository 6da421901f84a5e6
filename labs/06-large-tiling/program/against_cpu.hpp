// A run by hand (--compare) that computes a product on the CPU and then with each function, and
// shows how much the results differ, and the cost of each function. On a device this is the time,
// compared with a kernel that only reads A; on the simulator it is what the launch loads.
#pragma once

#include <vector>

#include "runner/matvec.hpp"

namespace runner {

/// Adds it to the program. The functions take a row-major A in device memory.
void declare_cpu_comparison(Program& program, std::vector<Matvec> functions);

}  // namespace runner
