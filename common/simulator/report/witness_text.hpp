// A witness as a student reads it: a column for each of the two threads, a line for each step.
#pragma once

#include <cstddef>
#include <string>

#include "simulator/report/settle.hpp"

namespace cusim::report {

// Blanks before each line.
inline constexpr std::size_t witness_margin = 4;

// Of the finding's witness; empty where there is none.
std::string witness_story(const Settled& settled);
// The same, and how a program by itself is made to play it.
std::string witness_text(const Settled& settled);

}  // namespace cusim::report
