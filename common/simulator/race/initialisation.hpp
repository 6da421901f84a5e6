// Which bytes hold a value, and whether a kernel put it there: as copies, fills and frees move
// them about.
#pragma once

#include <cstddef>

#include "simulator/memory/layout.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

// `from` = 0, or ordinary host memory: every byte of `to` gets a value from the host. Otherwise
// `to` gets what `from` has. A `to` outside the heaps and variables is none of our business.
// `traced`: the shadow of `to` already names the copy as its writer, and keeps it.
void move_values(memory::Address to, memory::Address from, std::size_t size, bool traced);

// The bytes are as if never written.
void forget_values(memory::Address base, std::size_t size);

// Of a variable or allocation, shared memory included.
bool have_values(const trace::MemoryObject& object, memory::Address base, std::size_t size);
bool all_have_values(memory::Address base, std::size_t size);
bool all_from_kernels(memory::Address base, std::size_t size);

}  // namespace cusim::race
