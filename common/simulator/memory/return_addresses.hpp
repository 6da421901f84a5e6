// The second copy of return addresses in a fenced program (simcc --fence). The copy of a stack's
// word lies at a fixed distance below that word. So fibers and exceptions, which change stacks,
// need no extra code, and no variable of the program points to the copies.
#pragma once

#include <cstddef>

#include "simulator/memory/layout.hpp"

namespace cusim::memory {

// Nothing lies at this distance below the stacks of simulated threads or below that of the process.
constexpr Address return_address_distance = 0x0500'0000'0000;
// Added to it. Not a multiple of 4096: processors first compare the lowest 12 bits of addresses.
// Equal bits would make a load look as if it depended on the store it is compared with, and would
// use the same cache set.
constexpr Address return_address_shift = 33 * 64;

// The return addresses of the process's own stack, which the system places; empty in a program that
// is not fenced.
extern Region process_return_addresses;

// Whether any part of the program is fenced.
bool is_fenced();
// Maps the copies for this stack; returns false if there is no room.
bool map_return_addresses(Address stack, std::size_t size);

}  // namespace cusim::memory
