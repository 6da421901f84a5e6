// The runtime functions behind <cuda/atomic>: atomic operations on objects of 1 to 8 bytes, with a
// scope and a memory order. The runtime executes them, and informs the checker before and the
// scheduler afterwards.
#pragma once

#include "cusim/bits.hpp"

namespace cusim::detail {

enum class AtomicScope : unsigned char { block, device, system };

// The object's bits, low bytes first. `order`: one of g++'s __ATOMIC_ constants.
Bits atomic_load(const void* address, unsigned size, AtomicScope scope, int order);
void atomic_store(void* address, unsigned size, Bits bits, AtomicScope scope, int order);
// Replaces the bits by change(bits, context), and returns the old ones.
Bits atomic_update(void* address, unsigned size, Bits (*change)(Bits bits, const void* context),
                   const void* context, AtomicScope scope, int order);
void atomic_fence(AtomicScope scope, int order);
// Lets other threads run, since the object has not changed.
void atomic_pause();

}  // namespace cusim::detail
