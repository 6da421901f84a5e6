// One access against the shadow, in full: do its bytes hold values, and does it race with the
// writer and the readers that the shadow remembers? Then the shadow remembers it as well.
#pragma once

#include "simulator/race/access.hpp"
#include "simulator/race/garbage.hpp"
#include "simulator/race/happens_before.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

// By a thread, of a read or an update.
void check_values(const Point& now, const Access& access, const trace::MemoryObject& object);

// By a thread, or by a copy.
void check_races(const Point& now, const Access& access, const trace::MemoryObject& object);

// From here on the piece holds no value: what a thread stored there is a copy of what nobody did.
void keep_garbage(GarbagePiece piece, const report::ReadSite& origin);

}  // namespace cusim::race
