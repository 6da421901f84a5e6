// The blocks of the C library's heap that the program's host code has allocated, with the sizes
// that it asked for. Known are those that translated code has allocated; other code may have freed
// them, which is noticed where they are looked for.
#pragma once

#include <cstddef>
#include <optional>

#include "simulator/memory/layout.hpp"

namespace cusim::memory {

// `base` may be null: the allocation failed.
void note_host_block(const void* base, std::size_t size);
void forget_host_block(const void* base);
// The block that the address lies in.
std::optional<Region> host_block_at(const void* address);

}  // namespace cusim::memory
