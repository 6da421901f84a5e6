// The tables of virtual functions. An object with virtual functions points to its class's table,
// and each side has a table of its own. Here one table serves both, so a copy of the host's object
// would work in a kernel, which fails on a device. So a copy to the device changes such a pointer
// to a place that stands for the host's table, and a copy to the host changes it back. An object
// that a kernel makes points to the table itself.
#pragma once

#include <cstddef>

#include "simulator/memory/layout.hpp"

namespace cusim::memory {

// After `size` bytes have been copied to `to`: on the device, or on the host.
void point_to_host_tables(void* to, std::size_t size);
void point_to_own_tables(void* to, std::size_t size);

// Whether the address lies in what stands for a table of the host's.
bool is_host_table(Address a);

}  // namespace cusim::memory
