// Start reading this directory here: what each launch cost, counted as the hardware's counters
// count.
//
//   transactions.hpp    what one request of a warp costs: the rules measured on the hardware
//   counters.hpp        the sums over a launch, by site and by memory object
//   unique_sectors.hpp  the distinct sectors that a launch touched
//   busiest.hpp         the work of the busiest warp and multiprocessor
//   critical_path.hpp   the longest chain of work in which each piece waits for the one before it
//   closeup.hpp         the worst request of each site and the barriers of one block, lane by lane
//   row_shares.hpp      how the blocks of a launch divide the rows of a matrix
//   host_cache.hpp      for host code: the lines that a CPU's first-level cache would fetch
//
// Requests come from the replay of the warps' logs (trace/warp_replay.hpp).
#pragma once

#include "simulator/trace/thread.hpp"

namespace cusim::count {

// Starts counting what the warps do.
void launch_begins(const trace::Extent& grid);
// Stops counting this launch.
void give_up();
// Adds the counts to the record of the launch (report::current_launch()). Returns false, without
// adding anything, if the launch was stopped or did more than can be counted. To be called before
// race::launch_ends(), which removes the names of arguments.
bool launch_ends();
// To be called when the running thread has arrived at a barrier of its block.
void at_barrier(const trace::Block& block, const char* file, int line);

}  // namespace cusim::count
