// The host, and the copies that streams make, as parties of the happens-before order.
#pragma once

#include "simulator/race/events.hpp"

namespace cusim::race {

// One copy or fill: `from` or `to` may be 0. Checks both ends against what other streams may be
// doing, then moves the bits that say which bytes hold values.
void note_copy(std::uintptr_t to, std::uintptr_t from, std::size_t size, StreamId, Wait,
               const void* pc);

// See events.hpp.
void note_library_call(const char* name, std::span<const Touched>, StreamId, const void* pc);

// Recomputes order_floor after the host waited or a launch began or ended.
void refresh_floor();

}  // namespace cusim::race
