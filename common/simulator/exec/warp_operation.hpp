// Warp operations: a lane that comes to one waits for the lanes its mask names. When all of them
// that still run have come with the same operation and mask, each gets its result.
#pragma once

#include "simulator/exec/grid.hpp"

namespace cusim::exec {

// By the running thread.
std::uint64_t warp_operation(const LaneRequest& request, Location location);
// The lanes of the warp that stand at this call when none of the warp can go on by itself.
std::uint32_t active_mask(Location location);

// A lane has gone: the others of its warp may be complete without it.
void lane_has_exited(const Thread& thread);

// Lets the lanes in active_mask() go on, one call a warp.
void release_active_masks(Grid& grid);

}  // namespace cusim::exec
