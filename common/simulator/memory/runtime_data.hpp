// The addresses of the runtime's own data, which a program must not touch: its variables, and the
// memory that it maps at fixed addresses, except the device's heaps. The linker defines the
// beginning and end of a section with such a name (isolate.sh).
#pragma once

#include <array>

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

// The stack frames of the program that calls a submission's function; empty while none is called.
extern Region callers_stack;

// What lies elsewhere from run to run. Unit tests link parts of the runtime without the named
// sections: there, variables do not count.
inline std::array<Region, 4> runtime_variables() {
    const auto section = [](const char* begin, const char* end) {
        const auto base = reinterpret_cast<Address>(begin);
        return Region{base, reinterpret_cast<Address>(end) - base};
    };
    return {process_return_addresses, callers_stack, section(__start_cusim_data, __stop_cusim_data),
            section(__start_cusim_bss, __stop_cusim_bss)};
}

inline bool is_runtime_data(Address a, std::size_t size) {
    const auto reaches = [&](const Region& region) {
        return a < region.end() && a + size > region.base;
    };
    if (a + size < a || reaches(runtime_regions[0]) || reaches(runtime_regions[1])) return true;
    for (const Region& region : runtime_variables())
        if (reaches(region)) return true;
    return false;
}

}  // namespace cusim::memory
