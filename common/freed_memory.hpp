// Reduces page faults of the process's own heap. Arrays and the checker's tables are allocated and
// freed in every launch. If they were returned to the system each time, their pages would have to
// be fetched and cleared again: this was half of lab 01's page faults, and a tenth of the time of
// its calls. Also used by the grader, which copies outputs again and again.
#pragma once

#include <malloc.h>

namespace freed_memory {

/// From now on the process keeps freed memory, except blocks of 32 MiB and more, the largest size
/// that glibc takes from the heap.
inline void keep() {
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 512 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
}

}  // namespace freed_memory
