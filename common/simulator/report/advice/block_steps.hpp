// For two threads of a block that store one element in a loop: the block has more threads than the
// loop's step counts.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// A complete statement, or empty: the counter must begin at threadIdx, and its step must be less
// than the length of the block there.
std::string short_step_words(const Settled& settled);

}  // namespace cusim::report
