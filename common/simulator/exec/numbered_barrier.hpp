// A block's barriers with a number. As on a device, a warp arrives once all of its lanes have, and
// counts as 32 threads, even if some of its lanes have exited or never existed.
#pragma once

#include <string>

#include "simulator/exec/grid.hpp"

namespace cusim::exec {

// To be called after a thread has exited, since that may complete a barrier.
void thread_has_left_numbered_barriers(Grid& grid, const Thread& thread);

// For a thread that waits in vain: how many threads are missing.
std::string missing_at_numbered_barrier(const Grid& grid, const Thread& thread);

}  // namespace cusim::exec
