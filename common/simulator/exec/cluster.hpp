// Clusters: blocks that the device holds at once, that wait for each other and reach each other's
// shared memory. Arriving at the cluster's barrier is apart from waiting; what came before the
// arrivals is before what follows the waits. Threads that have exited hold nobody up.
#pragma once

#include "simulator/exec/cluster_state.hpp"
#include "simulator/exec/thread.hpp"

namespace cusim::exec {

class Grid;

// Of the running thread. A launch without clusters has one of a single block each.
Cluster& cluster_of(Block& block);
void arrive_at_cluster(Location location);
void await_cluster(Location location);
void thread_has_left_cluster(Grid& grid, const Thread& thread);

// The same place in the shared memory of the cluster's block `rank`.
void* in_block_of_rank(void* address, unsigned rank, Location location);

}  // namespace cusim::exec
