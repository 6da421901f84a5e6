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
// The line of a sync() between the lines of the two accesses in a function that has such a group; 0
// where none stands there.
int grid_barrier_between(const Settled& settled);
// Whether it fences and counts by an atomic, as where the last block does the rest.
bool hands_on_by_ticket(const Settled& settled);
// Whether, behind the line that writes, it has a fence and only then its first atomic.
bool fences_before_it_counts(const Settled& settled);
// Whether what it does may depend on an atomic or a volatile access: false only where the text is
// there, and has no atomic whose result it uses.
bool waits_for_others(const Settled& settled);

}  // namespace cusim::report
