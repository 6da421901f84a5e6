// What orders the blocks of a kernel, as its text has it: groups of the whole grid, fences and
// atomics.
#pragma once

#include <optional>
#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Whether both lines are in a loop in which a sync() of the grid's group stands between them, and
// none from the later one to the earlier one of the next turn.
bool is_between_turns_of_the_grid(const Settled& settled);

// Whether the function has a cooperative group of the whole grid, whose sync() orders blocks.
bool has_grid_group(const Settled& settled);
// If the function has such a group, the line of a sync() between the lines of the two accesses;
// otherwise 0.
int grid_barrier_between(const Settled& settled);
// If the write is to be announced by an object of cuda::atomic whose store behind it is relaxed,
// and the other access stands behind an acquiring look at that object: a sentence; otherwise empty.
std::string relaxed_release(const Settled& settled);
// Whether the function has a fence and counts by an atomic, as when the last block does the rest.
bool hands_on_by_ticket(const Settled& settled);
// Whether the line of the access stands before the first atomic of its function.
bool comes_before_atomic(const Settled& settled);
// Whether the function, behind the write, has a fence before its first atomic, or before the end of
// the write's block.
bool fences_before_it_counts(const Settled& settled);
// A fence between the write and the atomic that counts, where a __syncthreads() stands behind it
// and no other fence behind that: their lines.
struct EarlyFence {
    int fence = 0, barrier = 0;
};
std::optional<EarlyFence> fence_before_barrier(const Settled& settled);
// Whether the function's behaviour may depend on an atomic or a volatile access. False only if its
// text is available and uses the result of no atomic.
bool waits_for_others(const Settled& settled);

}  // namespace cusim::report
