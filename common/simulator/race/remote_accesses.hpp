// Checks accesses to the shared memory of another block. Such an access must happen before the last
// thread of the owning block ends, since its shared memory ceases to exist then.
#pragma once

#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/access.hpp"

namespace cusim::race {

// Records an access to the shared memory of another block in the running thread's cluster.
void note_remote(const Point& now, const Access& access);

}  // namespace cusim::race
