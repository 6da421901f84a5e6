// Decides which volatile locations are flags. Volatile accesses are neither atomic nor ordered, so
// two of them race like plain ones, but programs use them as flags. A location is a flag if a
// thread polls it, that is reads it in a loop that waits. It is also one if its value was stored
// behind a fence, and the reader has seen no later signal of the storing thread. Whether a site
// polls may become known late, so races of volatile accesses are held as suspects until the launch
// ends.
#pragma once

#include "simulator/memory/layout.hpp"
#include "simulator/race/findings/finding_key.hpp"
#include "simulator/race/order/clocks.hpp"
#include "simulator/race/order/happens_before.hpp"

namespace cusim::race {

// Records a volatile read of `me` at `pc`. The site polls if the thread has read there before, and
// since then has neither stored there nor arrived at a barrier of its block.
void note_look(ThreadClock& me, memory::Address, const void* pc);
void note_volatile_store(ThreadClock& me, memory::Address);

// Whether the value that `me` reads at `address` is a signal: `write` stored it behind a fence, and
// `me` has seen nothing later from that thread. (If it has seen a later signal, the value is data
// that the signal announces.)
bool is_signal(const ThreadClock& me, memory::Address address, PastAccess write);

// Records a race of two volatile accesses; `address` is that of one of them.
void suspect(FindingKey, memory::Address address);
// To be called for a suspect when the launch ends. Excused if one of its sites polls, its location
// is polled, or both stored the same value.
bool is_excused(FindingKey, report::Variant);
void forget_flags();

}  // namespace cusim::race
