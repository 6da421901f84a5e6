// __syncthreads() and its variants, and the grid's barrier: which threads have arrived, which are
// missing, and when the waiting ones may continue. No barrier waits for exited threads.
#pragma once

#include "simulator/exec/grid.hpp"

namespace cusim::exec {

// Called by the running thread. Returns the combined predicate of all threads that arrived.
int block_barrier(Location location, Combine combine, int predicate);
void grid_barrier(Location location);
// The halves of a grid barrier.
void arrive_at_grid(Location location);
void await_grid(Location location);

// To be called after a thread has exited, since that may complete a barrier.
void thread_has_exited(Grid& grid, const Thread& thread);

}  // namespace cusim::exec
