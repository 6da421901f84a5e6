// The tables of virtual functions. An object with virtual functions points to its class's table,
// and each side has a table of its own. Here one table serves both, so an object that one side has
// made would work on the other, which fails on a device. So a copy to the other side changes such a
// pointer to a place that stands for the first side's table, and a copy back changes it back. An
// object points to the table itself on the side that has made it.
#pragma once

#include <cstddef>

#include "simulator/memory/layout.hpp"

namespace cusim::memory {

// Whether a pointer to a table, or to what stands for one, lies there.
bool has_tables(const void* at, std::size_t size);

// After `size` bytes have been copied to the device. Of a pointer to a table at `from`, the
// original of `to`, `is_hosts` tells whether the host has stored it.
void moved_to_device(void* to, std::size_t size, const void* from,
                     bool (*is_hosts)(const void* pointer));
// The same for a copy from the device to the host's own memory, and for one from either side to
// memory that both share.
void moved_to_host(void* to, std::size_t size);
void moved_to_both(void* to, std::size_t size);

// Whether this is the address of a class's table.
bool is_function_table(Address a);
// Whether the address lies in what stands for a table of the host's, or of the device's.
bool is_host_table(Address a);
bool is_device_table(Address a);

}  // namespace cusim::memory
