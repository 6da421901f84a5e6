// Where the runtime's own data lie, in which a program has no business: its variables, in sections
// whose begin and end the linker knows by their names (isolate.sh), and all that is mapped at fixed
// addresses but for what host code may touch, or faults at: the device's heaps.
#pragma once

#include "simulator/memory/layout.hpp"
#include "simulator/memory/return_addresses.hpp"
#include "simulator/memory/runtime_heap.hpp"

extern "C" {
[[gnu::weak]] extern const char __start_cusim_data[], __stop_cusim_data[];
[[gnu::weak]] extern const char __start_cusim_bss[], __stop_cusim_bss[];
}

namespace cusim::memory {

// The shadow below the heaps; behind them shadow, shared memory, stacks and the runtime's heap.
constexpr Region runtime_regions[] = {
    {given_address(0), device_heap.base - given_address(0)},
    {registered_shadow.base, 0x4000'0000'0000 - registered_shadow.base},
    // The return addresses of the process, whose stack ends right below 2 to the 47th.
    {0x7a00'0000'0000, 0x0100'0000'0000},
};
static_assert(runtime_regions[1].contains(runtime_heap.base) &&
              runtime_regions[1].contains(fiber_stacks.base - return_address_distance));

inline bool is_in_runtime_regions(Address a) {
    return runtime_regions[0].contains(a) || runtime_regions[1].contains(a) ||
           runtime_regions[2].contains(a);
}

// No variables, in unit tests, which link the runtime's parts.
inline bool is_runtime_data(Address a, std::size_t size) {
    const auto overlaps = [&](const char* begin, const char* end) {
        return a + size > reinterpret_cast<Address>(begin) && a < reinterpret_cast<Address>(end);
    };
    return is_in_runtime_regions(a) || is_in_runtime_regions(a + size - 1) ||
           overlaps(__start_cusim_data, __stop_cusim_data) ||
           overlaps(__start_cusim_bss, __stop_cusim_bss);
}

}  // namespace cusim::memory
