// The one question of the race detector: did that access happen before what the running thread
// does now? Answered from the streams' clocks, the block's epochs, the warp's lane clocks and the
// knowledge acquired through fences and atomics, cheapest first.
#pragma once

#include "simulator/memory/shadow.hpp"
#include "simulator/observe/actor.hpp"
#include "simulator/observe/events.hpp"

namespace cusim::observe {

// The "block" of accesses by the host and by copies.
constexpr std::uint32_t no_block = ~0u;

// Every interval below happened before everything that runs now. Kept by events.cpp, read by the
// hooks' fast path.
extern Interval order_floor;
// The same within the running launch: since its latest grid barrier.
extern Interval grid_era;

bool ordered(const Actor& me, memory::Half past);
// Is an atomic at `address` ordered by what atomics there say themselves? So it is if it published
// what the running thread acquired: others' tickets precede the last one's reset. And where the
// thread (or, before a barrier, its block) has just updated that word itself, no other order is
// possible: if a fence is missing, that is told of the data that it should have carried.
bool ordered_by_atomics(const Actor& me, memory::Half past, memory::Address address);
// As `ordered`, if every fence and atomic had the device's scope.
bool ordered_in_any_scope(const Actor& me, memory::Half past);

}  // namespace cusim::observe
