// The one question of the race detector: did that access happen before what the running thread
// does now? Answered from the streams' clocks, the block's epochs, the warp's lane clocks and the
// knowledge acquired through fences and atomics, cheapest first.
#pragma once

#include "simulator/race/clocks.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/shadow.hpp"

namespace cusim::race {

// The "block" of accesses by the host and by copies.
constexpr std::uint32_t no_block = ~0u;

// Every interval below happened before everything that runs now. Kept by events.cpp, read by the
// hooks' fast path.
extern Epoch order_floor;
// The same within the running launch: since its latest grid barrier.
extern Epoch grid_epoch;

bool ordered(const ThreadClock& me, PastAccess past);
// Is an atomic at `address` ordered by what atomics there say themselves? So it is if it published
// what the running thread acquired: others' tickets precede the last one's reset. And where the
// thread (or, before a barrier, its block) has just updated that word itself, no other order is
// possible: if a fence is missing, that is told of the data that it should have carried.
bool ordered_by_atomics(const ThreadClock& me, PastAccess past, memory::Address address);
// As `ordered`, if every fence and atomic had the device's scope.
bool ordered_in_any_scope(const ThreadClock& me, PastAccess past);

}  // namespace cusim::race
