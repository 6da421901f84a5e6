// What threads of other blocks did in a block's shared memory. That memory goes with its block: an
// access must happen before the block's last thread ends, or on a device it may come too late.
#pragma once

#include "simulator/race/access.hpp"
#include "simulator/race/happens_before.hpp"

namespace cusim::race {

// `access` is to the shared memory of another block of the running thread's cluster.
void note_remote(const Point& now, const Access& access);

}  // namespace cusim::race
