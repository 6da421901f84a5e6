#include "simulator/exec/waits.hpp"

#include "simulator/exec/barrier.hpp"
#include "simulator/exec/cluster.hpp"
#include "simulator/exec/numbered_barrier.hpp"
#include "simulator/exec/stuck.hpp"
#include "simulator/exec/warp_operation.hpp"

namespace cusim::exec {

namespace {

void thread_exited(Grid& grid, const Thread& thread) {
    if (!grid.own_copies.empty()) grid.own_copies.erase(&thread);
    lane_has_exited(thread);
    thread_has_left_cluster(grid, thread);
    thread_has_left_numbered_barriers(grid, thread);
    thread_has_exited(grid, thread);
}

}  // namespace

const Waits& all_waits() {
    static constexpr Waits all{thread_exited, release_active_masks, report_stuck};
    return all;
}

}  // namespace cusim::exec
