// Everything that threads can wait for, as the scheduler's callbacks.
#pragma once

#include "simulator/exec/grid.hpp"

namespace cusim::exec {

const Waits& all_waits();

}  // namespace cusim::exec
