// __syncthreads() and its variants, and grid.sync(): which threads have arrived, which are missing,
// and when the waiting ones may continue. No barrier waits for exited threads.
#pragma once

#include "simulator/exec/grid.hpp"

namespace cusim::exec {

// Called by the running thread. Returns the combined predicate of all threads that arrived.
int block_barrier(Location location, Combine combine, int predicate);
void grid_barrier(Location location);

// To be called after a thread of the block has exited, since that may complete a barrier.
void thread_has_exited(Grid& grid, Block& block);

}  // namespace cusim::exec
