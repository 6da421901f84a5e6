// Which volatile locations are flags. Volatile is neither atomic nor an order, so two volatile
// accesses race like plain ones, but programs pass flags by them: a location is a flag where a
// thread looks at it again and again (polls), or would, in a loop that waits; and where its value
// was stored behind a fence and says more than any later signal of the thread that stored it.
// Whether a site polls may show late, so races of volatile accesses wait as suspects until the
// launch ends.
#pragma once

#include "simulator/memory/layout.hpp"
#include "simulator/race/clocks.hpp"
#include "simulator/race/finding_key.hpp"
#include "simulator/race/happens_before.hpp"

namespace cusim::race {

// By `me`, a volatile read at `pc`. It polls where the thread looked there before, and since then
// neither stored there nor came to a barrier of its block.
void note_look(ThreadClock& me, memory::Address, const void* pc);
void note_volatile_store(ThreadClock& me, memory::Address);

// What `me` reads at `address` was stored by `write` behind a fence, and nothing that `me` has seen
// of that thread came later: what is read is itself the signal. (Where a later signal was seen, it
// is the data that the signal announced.)
bool is_signal(const ThreadClock& me, memory::Address address, PastAccess write);

// The race of two volatile accesses, at `address` for one.
void suspect(FindingKey, memory::Address address);
// Of a suspect, as the launch ends: one of its sites polls, its location is polled, or both stored
// the same value.
bool is_excused(FindingKey, report::Variant);
void forget_flags();

}  // namespace cusim::race
