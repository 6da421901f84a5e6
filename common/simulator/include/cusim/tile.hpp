// What tiles of several warps stand on: their barrier and the exchange of values, by the runtime.
#pragma once

#include "cusim/bits.hpp"

namespace cusim::detail {

// Of the running thread's tile of `size` threads.
void tile_barrier(unsigned int size, const char* file, int line);
// What the thread of that rank brought; each brings one value of up to `bytes`.
void tile_bring(unsigned int size, const void* value, std::size_t bytes);
void tile_value(unsigned int size, unsigned int rank, void* value, std::size_t bytes);

}  // namespace cusim::detail
