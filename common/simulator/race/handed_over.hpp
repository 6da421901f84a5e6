// Counts what the host hands to kernels through memory that both sides share: managed, pinned and
// registered memory. It is a copy between host and device, though nobody asks for one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

// The host stores so many bytes in the object.
void host_stores(trace::MemoryObject& object, std::size_t bytes);
// A kernel reads the object. To be called at least for a site's first read of it.
void kernel_reads(trace::MemoryObject& object);

}  // namespace cusim::race
