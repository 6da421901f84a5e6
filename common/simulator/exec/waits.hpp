// All that threads wait for, for the scheduler.
#pragma once

#include "simulator/exec/grid.hpp"

namespace cusim::exec {

const Waits& waits();

}  // namespace cusim::exec
