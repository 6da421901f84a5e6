// Where the runtime's own variables lie: the linker knows where a section begins and ends that has
// such a name (isolate.sh). A program has no business there.
#pragma once

#include "simulator/memory/layout.hpp"

extern "C" {
[[gnu::weak]] extern const char __start_cusim_data[], __stop_cusim_data[];
[[gnu::weak]] extern const char __start_cusim_bss[], __stop_cusim_bss[];
}

namespace cusim::memory {

// Nowhere, in unit tests, which link the runtime's parts.
inline bool is_runtime_data(Address a, std::size_t size) {
    const auto overlaps = [&](const char* begin, const char* end) {
        return a + size > reinterpret_cast<Address>(begin) && a < reinterpret_cast<Address>(end);
    };
    return overlaps(__start_cusim_data, __stop_cusim_data) ||
           overlaps(__start_cusim_bss, __stop_cusim_bss);
}

}  // namespace cusim::memory
