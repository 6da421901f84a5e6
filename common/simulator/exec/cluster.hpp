// Clusters: blocks that are resident together, wait for each other and access each other's shared
// memory. Arriving at the cluster's barrier and waiting for it are separate operations. What came
// before the arrivals is ordered before what follows the waits. No barrier waits for exited
// threads.
#pragma once

#include "simulator/exec/cluster_state.hpp"
#include "simulator/exec/thread.hpp"

namespace cusim::exec {

class Grid;

// The running thread's cluster. In a launch without clusters, each block is a cluster of its own.
Cluster& cluster_of(Block& block);
void arrive_at_cluster(Location location);
void await_cluster(Location location);
void thread_has_left_cluster(Grid& grid, const Thread& thread);

// The address at the same offset in the shared memory of the cluster's block `rank`.
void* in_block_of_rank(void* address, unsigned rank, Location location);

}  // namespace cusim::exec
