// Threads that store several elements each, line by line, which overlap those of their neighbours:
// many lines race with many others, and there is one cause.
#pragma once

#include <vector>

#include "simulator/report/settled.hpp"

namespace cusim::report {

// Makes one finding of the races that are such, and notes in it how the elements lie.
void join_overlapping_parts(std::vector<Settled>& all);

// The thread's number in the grid: x counts fastest, and blocks come one after the other.
long number_in_grid(const Party& party, const Recorded& of);

}  // namespace cusim::report
