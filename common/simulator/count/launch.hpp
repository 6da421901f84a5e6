// The profiler's head file: what each launch cost, counted as the hardware's own counters count.
//
//   transactions.hpp    what one request of a warp costs: the rules found on the hardware
//   counters.hpp        the sums over a launch, by site and by memory object
//   unique_sectors.hpp  the different sectors that a launch touched
//   closeup.hpp         the worst request of each site and the barriers of one block, lane by lane
//   host_cache.hpp      for host code: the lines that a CPU's first cache would fetch
//
// Requests come from the replay of the warps' logs (trace/warp_replay.hpp).
#pragma once

#include "simulator/trace/thread.hpp"

namespace cusim::count {

// What the warps do from here on is counted.
void launch_begins(const trace::Extent& grid);
// From here on it is not.
void give_up();
// What was counted goes into the record of the launch (report::current_launch()). Nothing does of
// one that was stopped, or did more than can be counted: false. Before race::launch_ends(), which
// takes the names of arguments away.
bool launch_ends();
// By the running thread, which has come to a barrier of its block.
void at_barrier(const trace::Block& block, const char* file, int line);

}  // namespace cusim::count
