// The addresses of the runtime's own data, which a program must not touch: its variables, and the
// memory that it maps at fixed addresses, except the device's heaps. The linker defines the
// beginning and end of a section with such a name (isolate.sh).
#pragma once

#include "simulator/memory/layout.hpp"
#include "simulator/memory/return_addresses.hpp"
#include "simulator/memory/runtime_heap.hpp"

extern "C" {
[[gnu::weak]] extern const char __start_cusim_data[], __stop_cusim_data[];
[[gnu::weak]] extern const char __start_cusim_bss[], __stop_cusim_bss[];
}

namespace cusim::memory {

// The shadow below the heaps, and behind them shadow, shared memory, stacks and the runtime's heap.
constexpr Region runtime_regions[] = {
    {given_address(0), device_heap.base - given_address(0)},
    {registered_shadow.base, 0x4000'0000'0000 - registered_shadow.base},
};
static_assert(runtime_regions[1].contains(runtime_heap.base) &&
              runtime_regions[1].contains(fiber_stacks.base - return_address_distance));

// The return addresses of the process's own stack, which the system places; empty in a program that
// is not fenced.
extern Region process_return_addresses;

// Unit tests link parts of the runtime without the named sections: there, variables do not count.
inline bool is_runtime_data(Address a, std::size_t size) {
    const auto overlaps = [&](const char* begin, const char* end) {
        return a + size > reinterpret_cast<Address>(begin) && a < reinterpret_cast<Address>(end);
    };
    const auto reaches = [&](const Region& region) {
        return a < region.end() && a + size > region.base;
    };
    return a + size < a || reaches(runtime_regions[0]) || reaches(runtime_regions[1]) ||
           reaches(process_return_addresses) || overlaps(__start_cusim_data, __stop_cusim_data) ||
           overlaps(__start_cusim_bss, __stop_cusim_bss);
}

}  // namespace cusim::memory
