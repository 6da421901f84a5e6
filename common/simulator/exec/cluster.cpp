#include "simulator/exec/cluster.hpp"

#include <string>

#include "simulator/exec/grid.hpp"
#include "simulator/exec/shared_places.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/race/events.hpp"

namespace cusim::exec {

namespace {

// An address of no memory of the program, which identifies what is released for a cluster.
std::uintptr_t arrivals_at(const Cluster& cluster) {
    return (std::uintptr_t{1} << 63) + cluster.number;
}

[[noreturn]] void misuse(Location location, std::string cause) {
    report::Finding finding{.kind = report::FindingKind::assertion};
    current_thread->location = location;
    finding.self = party(*current_thread, report::Op::none);
    finding.cause = std::move(cause);
    current_grid->abort(cudaErrorLaunchFailure, std::move(finding));
}

void end_phase_if_complete(Grid& grid, Cluster& cluster) {
    if (cluster.arrived == 0 || cluster.arrived < cluster.live) return;
    cluster.arrived = 0;
    ++cluster.phase;
    cluster.arrivals = race::released_at(arrivals_at(cluster));
    for (Thread* const thread : cluster.waiting) grid.wake(*thread);
    cluster.waiting.clear();
    grid.made_progress();
    grid.comes_to_an_end();
}

}  // namespace

Cluster& cluster_of(Block& block) {
    if (!block.cluster) current_grid->make_cluster_of_one(block);
    return *block.cluster;
}

void arrive_at_cluster(Location location) {
    Thread& thread = *current_thread;
    Cluster& cluster = cluster_of(*thread.block);
    if (thread.cluster_arrivals > cluster.phase)
        misuse(location, "the thread arrives at its cluster's barrier twice without a wait");
    thread.cluster_arrivals = cluster.phase + 1;
    race::release_at(arrivals_at(cluster), race::Scope::device);
    ++cluster.arrived;
    end_phase_if_complete(*current_grid, cluster);
}

void await_cluster(Location location) {
    Thread& thread = *current_thread;
    Cluster& cluster = cluster_of(*thread.block);
    thread.location = location;
    thread.steps = 0;
    thread.warp->steps = 0;
    while (cluster.phase < thread.cluster_arrivals) {
        cluster.waiting.push_back(&thread);
        current_grid->suspend(State::at_cluster);
    }
    race::acquire(cluster.arrivals);
}

void thread_has_left_cluster(Grid& grid, const Thread& thread) {
    if (!thread.block->cluster) return;
    Cluster& cluster = *thread.block->cluster;
    --cluster.live;
    if (thread.cluster_arrivals > cluster.phase) --cluster.arrived;
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
