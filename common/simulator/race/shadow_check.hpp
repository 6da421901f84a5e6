// One access against the shadow, in full: do its bytes hold values, and does it race with the
// writer and the readers that the shadow remembers? Then the shadow remembers it as well.
#pragma once

#include "simulator/race/access.hpp"
#include "simulator/race/happens_before.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

// By a thread, of a read or an update.
void check_values(const Point& now, const Access& access, const trace::MemoryObject& object);

// By a thread, or by a copy.
void check_races(const Point& now, const Access& access, const trace::MemoryObject& object);

}  // namespace cusim::race
