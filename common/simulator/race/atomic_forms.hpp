// What the running thread read before an atomic of the same location, and what for: as the guard of
// a decrement, or to compare with.
#pragma once

#include "simulator/memory/layout.hpp"
#include "simulator/race/events.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

// Recognises `if (*top > 0) atomicSub(top, 1)`: the read before this atomic is its guard, unless it
// polls. In `s = *sum; if (first) atomicAdd(sum, s)` the value read is itself what is added.
void note_guard(memory::Address, const AtomicForm&, unsigned size);

// A read with whose value a compare-and-swap may compare; `site` 0: there is none. `ahead`: other
// accesses of the thread, or branches, are between the two.
struct Guess {
    trace::SiteId site = 0;
    bool ahead = false;
};

// Recognises `guess = *sum; atomicCAS(sum, guess, …)`: the thread's latest access to the location,
// a few accesses back, is a read.
Guess read_before(memory::Address);
// Notes whether the compare-and-swap compares with the value that was read. To be called after it
// has been checked, and before it is performed.
void note_guess(const Guess&, const void* location, const AtomicForm&, unsigned size);

}  // namespace cusim::race
