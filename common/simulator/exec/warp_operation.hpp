// Warp operations. A lane waits until all lanes in its mask that have not exited have arrived with
// the same operation and mask; then each gets its result.
#pragma once

#include "simulator/exec/grid.hpp"

namespace cusim::exec {

// Called by the running thread.
std::uint64_t warp_operation(const LaneRequest& request, Location location);
// Called by the running thread. The lanes of the warp that are at this call when no lane of the
// warp can continue otherwise.
std::uint32_t active_mask(Location location);

// To be called after a lane has exited, since that may complete an operation of its warp.
void lane_has_exited(const Thread& thread);

// Releases lanes in active_mask(), one call of it for each warp.
void release_active_masks(Grid& grid);

}  // namespace cusim::exec
