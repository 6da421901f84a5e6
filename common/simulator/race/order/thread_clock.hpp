// What a thread has done and knows of others, beyond the barriers of its block: made when it is
// first needed.
#pragma once

#include "simulator/race/order/clocks.hpp"
#include "simulator/race/order/scope.hpp"
#include "simulator/race/order/vector_clock.hpp"

namespace cusim::race {

VectorClock& vector_of(ThreadClock&);
// That of all threads of the block from its next barrier on.
VectorClock& arriving_at(BlockClock&);
// A new epoch for what the thread alone, or a group of lanes, does from here on.
Epoch private_epoch(const ThreadClock&);
// What the thread has done and knows so far, to be released to others in `scope`.
Snapshot snapshot_of(const ThreadClock&, Scope scope);

}  // namespace cusim::race
