// A problem's run by hand: the call is made, its answer held against what is expected, and what it
// cost is told. For the labs whose calls are problems (problem.hpp).
#pragma once

#include "runner/problem.hpp"
#include "runner/program.hpp"

namespace runner {

/// Prints which problem it is, for each output its largest error or its first wrong element, and
/// the launches with their counts on the simulator, the time on a device. Returns the exit status:
/// 1 where something is wrong. Throws std::runtime_error where the function does not return.
int show(const Program& program, const Problem& problem);

/// The microseconds of one call on the device: the median of several after one that loads its
/// kernels. Only for functions that are given device memory.
double microseconds(const Program& program, const Problem& problem);

}  // namespace runner
