// Checks one access against the shadow: whether its bytes hold values, and whether it races with
// the writer and the readers that the shadow remembers. Then records it in the shadow.
#pragma once

#include "simulator/race/findings/garbage.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/access.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

// For a read or an update of a thread.
void check_values(const Point& now, const Access& access, const trace::MemoryObject& object);

// For an access of a thread or of an asynchronous copy.
void check_races(const Point& now, const Access& access, const trace::MemoryObject& object);

// Marks the piece as holding no value, because a thread stored a copy of unwritten memory there.
void keep_garbage(GarbagePiece piece, const report::ReadSite& origin);

}  // namespace cusim::race
