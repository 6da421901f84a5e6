// Release and acquire at a memory location; atomics and volatile accesses do both.
#pragma once

#include "simulator/memory/layout.hpp"
#include "simulator/race/events.hpp"

namespace cusim::race {

using memory::Address;

// By current_actor: what it fenced becomes visible to whoever acquires at `address` later.
void release(Address address, Scope scope);
void acquire(Address address);

}  // namespace cusim::race
