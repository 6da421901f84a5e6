// Where the source lacks the barrier that would order two accesses of one block, read from the
// text between them.
#pragma once

#include <string>

#include "simulator/report/settle.hpp"

namespace cusim::report {

// Whole sentences about a race within a block; empty where the text does not tell where a barrier
// is missing.
std::string missing_barrier(const Settled& settled);

// Whether the function of the access has a group of the whole grid, whose sync() orders blocks.
bool has_grid_group(const Settled& settled);
// Whether it fences and counts by an atomic, as where the last block does the rest.
bool hands_on_by_ticket(const Settled& settled);

}  // namespace cusim::report
