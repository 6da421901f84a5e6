#include "simulator/exec/cluster.hpp"

#include <string>

#include "simulator/exec/grid.hpp"
#include "simulator/exec/shared_places.hpp"
#include "simulator/exec/split_barrier.hpp"
#include "simulator/memory/layout.hpp"

namespace cusim::exec {

namespace {

void end_phase_if_complete(Grid& grid, Cluster& cluster) {
    if (cluster.barrier.arrived == 0 || cluster.barrier.arrived < cluster.live) return;
    grid.barriers += cluster.blocks.size();
    end_phase(cluster.barrier, grid);
}

}  // namespace

Cluster& cluster_of(Block& block) {
    if (!block.cluster) current_grid->make_cluster_of_one(block);
    return *block.cluster;
}

void arrive_at_cluster(Location location) {
    Thread& thread = *current_thread;
    Cluster& cluster = cluster_of(*thread.block);
    arrive(cluster.barrier, thread.cluster_arrivals, location, "cluster");
    end_phase_if_complete(*current_grid, cluster);
}

void await_cluster(Location location) {
    const Thread& thread = *current_thread;
    await(cluster_of(*thread.block).barrier, thread.cluster_arrivals, location, State::at_cluster);
}

void thread_has_left_cluster(Grid& grid, const Thread& thread) {
    if (!thread.block->cluster) return;
    Cluster& cluster = *thread.block->cluster;
    --cluster.live;
    leave(cluster.barrier, thread.cluster_arrivals);
    end_phase_if_complete(grid, cluster);
}

void* in_block_of_rank(void* address, unsigned rank, Location location) {
    Block& mine = *current_thread->block;
    Cluster& cluster = cluster_of(mine);
    const auto offset = static_cast<char*>(address) - static_cast<char*>(arena(mine));
    if (offset < 0 || std::size_t(offset) >= memory::shared_arena_size)
        misuse(location,
               "map_shared_rank() is given an address that is not in the block's shared "
               "memory");
    if (rank >= cluster.blocks.size())
        misuse(location, "map_shared_rank() is asked for block " + std::to_string(rank) + " of " +
                             std::to_string(cluster.blocks.size()) + " in the cluster");
    if (Block* const other = cluster.blocks[rank]) place_all_in(*other);
    return reinterpret_cast<char*>(memory::shared_arenas.base +
                                   cluster.slots[rank] * memory::shared_arena_size) +
           offset;
}

}  // namespace cusim::exec
