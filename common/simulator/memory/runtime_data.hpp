// The address range of the runtime's own variables, which a program must not touch. The linker
// defines the beginning and end of a section with such a name (isolate.sh).
#pragma once

#include "simulator/memory/layout.hpp"

extern "C" {
[[gnu::weak]] extern const char __start_cusim_data[], __stop_cusim_data[];
[[gnu::weak]] extern const char __start_cusim_bss[], __stop_cusim_bss[];
}

namespace cusim::memory {

// Always false in unit tests, which link parts of the runtime without that section.
inline bool is_runtime_data(Address a, std::size_t size) {
    const auto overlaps = [&](const char* begin, const char* end) {
        return a + size > reinterpret_cast<Address>(begin) && a < reinterpret_cast<Address>(end);
    };
    return overlaps(__start_cusim_data, __stop_cusim_data) ||
           overlaps(__start_cusim_bss, __stop_cusim_bss);
}

}  // namespace cusim::memory
