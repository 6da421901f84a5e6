// Lab 07's three ways to compute y = A x + b with the work of a row split over several blocks, for
// lab 08 to be compared with. A is square and row-major, n rows and n columns; blocks have sx * sy
// threads, sx a power of two. All pointers are device memory; sizes are the caller's to check.
#pragma once

namespace runner {

/// buff1 and buff2 have room for n * ceil(n / sx) floats each.
void split_repeated_launches(int n, int sx, int sy, float* y, const float* A, const float* x,
                             const float* b, float* buff1, float* buff2);

void split_shared_atomics(int n, int sx, int sy, float* y, const float* A, const float* x,
                          const float* b);

void split_atomics_only(int n, int sx, int sy, float* y, const float* A, const float* x,
                        const float* b);

}  // namespace runner
