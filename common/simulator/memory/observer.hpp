// Functions called for every allocation and variable, so that a directory above this one can keep
// the bounds of all memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cusim/shape.hpp"

namespace cusim::memory {

enum class MemoryKind : std::uint8_t { device, managed, pinned, symbol, constant };

struct Observer {
    // `name`, `shape`: those of a variable; nullptr for an allocation.
    void (*allocated)(const void* base, std::size_t size, MemoryKind kind, const char* name,
                      const detail::Shape* shape);
    // `pc`: return address of the call that frees it.
    void (*freed)(const void* base, const void* pc);
};

// To be set before the first allocation.
extern Observer observer;

}  // namespace cusim::memory
