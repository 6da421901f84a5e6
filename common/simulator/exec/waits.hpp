// All that threads wait for, for the scheduler.
#pragma once

#include "simulator/exec/grid.hpp"

namespace cusim::exec {

const Waits& all_waits();

}  // namespace cusim::exec
