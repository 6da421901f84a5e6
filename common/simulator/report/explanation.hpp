// A finding in words, for a student: who did what to what, why that is wrong, and the usual
// remedy. Sentences only; places and source lines are shown by the caller.
#pragma once

#include <string>

#include "simulator/report/settle.hpp"

namespace cusim::report {

// "race: Q[9], in kernel block_reduce"
std::string title(const Settled& settled);

// "thread 5 of block 0": with one number where the block (the grid) has one dimension.
std::string describe(const Party& party, const Recorded& recorded);

// One to three sentences.
std::string message(const Settled& settled);

}  // namespace cusim::report
