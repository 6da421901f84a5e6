// <cuda_pipeline_primitives.h> on the simulator: a thread's own asynchronous copies of 4, 8 or 16
// bytes, committed in batches that complete in order.
#pragma once

#include "cusim/letters_hidden.hpp"

#include <cuda_runtime.h>

#include <cstdint>

#include "cusim/phases.hpp"

#define CUSIM_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define CUSIM_INLINE __attribute__((always_inline)) inline

// The last `zeros` bytes are set to zero instead of being copied.
CUSIM_INLINE void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from,
                                          ::std::size_t size, ::std::size_t zeros = 0, CUSIM_HERE) {
    const ::std::size_t copied = size - zeros;
    cusim::detail::copy_for_commit(to, from, copied, {0, 1, zeros == 0 ? size : 0}, file, line);
    if (zeros) cusim::detail::zeros_for_commit(static_cast<char*>(to) + copied, zeros);
}
CUSIM_INLINE void __pipeline_commit() {
    cusim::detail::commit_copies();
}
CUSIM_INLINE void __pipeline_wait_prior(::std::size_t prior) {
    cusim::detail::wait_for_commits(prior);
}

#undef CUSIM_INLINE
#undef CUSIM_HERE

#include "cusim/letters_restored.hpp"
