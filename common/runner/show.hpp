// Runs a problem by hand: makes the call, compares its answer with the expectation, and shows its
// cost. For the labs whose calls are problems (problem.hpp).
#pragma once

#include "runner/problem.hpp"
#include "runner/program.hpp"

namespace runner {

/// Prints the problem's description, the largest error or the first wrong element of each output,
/// and the launches with their counts on the simulator, or the time on a device. Returns the exit
/// status: 1 if something is wrong. Throws std::runtime_error if the function does not return.
int show(const Program& program, const Problem& problem);

/// The time of one call on the device in microseconds: the median of several, after one that loads
/// its kernels. Only for functions with device memory.
double microseconds(const Program& program, const Problem& problem);

}  // namespace runner
