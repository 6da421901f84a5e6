// Called for every allocation and variable: a room above this one keeps the bounds of all
// memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cusim::memory {

enum class MemoryKind : std::uint8_t { device, managed, pinned, symbol, constant };

struct Observer {
    // `name`: of a variable; nullptr for what a heap gave out.
    void (*allocated)(const void* base, std::size_t size, MemoryKind kind, const char* name);
    void (*freed)(const void* base);
};

// Set before the first allocation.
extern Observer observer;

}  // namespace cusim::memory
