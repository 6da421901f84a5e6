// For two threads that store one element in a loop: their block, or the grid, has more threads than
// the loop's step counts.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// A complete statement, or empty: the counter must begin at the thread's number, in the block along
// one dimension or in a grid that lies along x, and its step must be less than the threads there.
std::string short_step_words(const Settled& settled);

}  // namespace cusim::report
