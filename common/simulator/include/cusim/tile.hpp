// The runtime functions behind tiles of several warps: their barrier, and the exchange of values.
#pragma once

#include <cstddef>

#include "cusim/bits.hpp"

namespace cusim::detail {

// The barrier of the running thread's tile of `size` threads.
void tile_barrier(unsigned int size, const char* file, int line);
// The same around an exchange of values: an implementation's own, which no program can count.
void tile_exchange_barrier(unsigned int size, const char* file, int line);
// Each thread passes a value of up to `bytes` bytes, then reads that of the thread with the given
// rank.
void tile_bring(unsigned int size, const void* value, std::size_t bytes);
void tile_value(unsigned int size, unsigned int rank, void* value, std::size_t bytes);

}  // namespace cusim::detail
