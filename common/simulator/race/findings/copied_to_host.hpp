// Copies to the host of device memory that nothing has written. Copying is no error: buffers are
// often larger than what is used. The host's use of such an element is one.
#pragma once

#include <cstddef>

#include "simulator/memory/layout.hpp"

namespace cusim::race {

// To be called before the bytes of a copy move.
void note_copy_to_host(memory::Address to, memory::Address from, std::size_t size, const void* pc);

}  // namespace cusim::race
