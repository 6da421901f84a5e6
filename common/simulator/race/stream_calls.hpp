// What streams execute besides kernels, as participants of the happens-before order: copies, fills,
// library calls and functions of the host.
#pragma once

#include <span>

#include "simulator/race/events.hpp"

namespace cusim::race {

// One copy, or a fill if `from` is 0, or a read of `from` if `to` is 0. Checks both ends for races
// with other streams, then updates which bytes hold values.
void note_copy(std::uintptr_t to, std::uintptr_t from, std::size_t size, StreamId, Wait,
               const void* pc);

// See events.hpp.
void note_library_call(const char* name, std::span<const Touched>, StreamId, const void* pc);

// A stream has called a function of the host. What it touched, the host and other streams may touch
// at the same time.
void note_host_function(std::span<const Touched>, StreamId, const void* pc);

}  // namespace cusim::race
