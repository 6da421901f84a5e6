// Reports a launch of which no thread can ever continue: a deadlock, or a livelock.
#pragma once

#include "simulator/exec/grid.hpp"

namespace cusim::exec {

// Emits the finding and returns the launch's error. `spinning`: a thread that polls in vain;
// nullptr if all remaining threads wait at barriers.
cudaError_t report_stuck(Grid& grid, const Thread* spinning);

}  // namespace cusim::exec
