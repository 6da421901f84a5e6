// Where a fenced program (simcc --fence) keeps its return addresses a second time: each word of a
// stack has its place at this distance below it. So whoever changes stacks, by a fiber or by an
// exception, has nothing to do, and the program has no pointer to what lies there.
#pragma once

#include <cstddef>

#include "simulator/memory/layout.hpp"

namespace cusim::memory {

// Below the stacks of simulated threads, and below that of the process, lies nothing there.
constexpr Address return_address_distance = 0x0500'0000'0000;

// Whether any part of the program is fenced.
bool is_fenced();
// For this stack; false where there is no room.
bool map_return_addresses(Address stack, std::size_t size);

}  // namespace cusim::memory
