// Operations on the cluster, for cooperative groups.
#include <cooperative_groups.h>

#include "cusim/builtins.hpp"
#include "simulator/exec/cluster.hpp"
#include "simulator/exec/grid.hpp"
#include "simulator/memory/layout.hpp"

namespace cusim::detail {

using exec::current_grid;
using exec::current_thread;

void cluster_arrive(const char* file, int line) {
    exec::arrive_at_cluster({file, line});
}
void cluster_wait(const char* file, int line) {
    exec::await_cluster({file, line});
}

void* cluster_map(const void* address, unsigned int rank, const char* file, int line) {
    return exec::in_block_of_rank(const_cast<void*>(address), rank, {file, line});
}

unsigned int cluster_rank_of(const void* address) {
    const exec::Cluster& cluster = exec::cluster_of(*current_thread->block);
    const auto a = reinterpret_cast<memory::Address>(address);
    const std::uint64_t slot = (a - memory::shared_arenas.base) / memory::shared_arena_size;
    for (unsigned int rank = 0; rank < cluster.slots.size(); ++rank)
        if (cluster.slots[rank] == slot) return rank;
    return ~0u;
}

dim3 cluster_shape() {
    return current_grid->shape().cluster;
}

}  // namespace cusim::detail
