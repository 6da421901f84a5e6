// A witness as text: a column for each of the two threads, and a line for each step.
#pragma once

#include <cstddef>
#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Width of the margin on the left.
inline constexpr std::size_t witness_margin = 4;

// The steps of the finding's witness; empty if there is none.
std::string witness_story(const Settled& settled);
// The same, and how to make a program run in that order.
std::string witness_text(const Settled& settled);

}  // namespace cusim::report
