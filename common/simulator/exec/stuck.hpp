// What is said when no thread of a launch can ever go on: a deadlock, or a livelock.
#pragma once

#include "simulator/exec/grid.hpp"

namespace cusim::exec {

// Emits the finding and returns the launch's error. `spinning` is a thread that asks for what
// never comes; nullptr where all that are left wait at barriers.
cudaError_t report_stuck(Grid& grid, const Thread* spinning);

}  // namespace cusim::exec
