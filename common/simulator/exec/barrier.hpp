// __syncthreads() and its kin, and grid.sync(): who has arrived, who is missing, and when the
// rest may go on. Threads that have exited hold nobody up.
#pragma once

#include "simulator/exec/grid.hpp"

namespace cusim::exec {

// By the running thread. Returns the combined predicate of all threads that arrived.
int block_barrier(Location location, Combine combine, int predicate);
void grid_barrier(Location location);

// A thread of the block has gone: those who wait may be complete without it.
void thread_has_exited(Grid& grid, Block& block);

}  // namespace cusim::exec
