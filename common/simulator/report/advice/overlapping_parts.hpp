// For threads that store several elements each, one per line, which overlap those of their
// neighbours: many lines then race with each other for one cause.
#pragma once

#include <vector>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Merges such races into one finding, and records how the elements are arranged.
void join_overlapping_parts(std::vector<Settled>& all);

// The thread's number in the grid: x runs fastest within a block, and the blocks follow each other.
long number_in_grid(const Party& party, const Recorded& of);

}  // namespace cusim::report
