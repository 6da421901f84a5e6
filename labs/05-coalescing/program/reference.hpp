// The expected products of a sweep, computed on the device in double precision, and random numbers
// for it if there is no library for them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace runner::sweep {

/// values[i] = (A x)_i and magnitudes[i] = (|A| |x|)_i, or those of the transpose; A lies column by
/// column with n rows and m columns. Does not wait.
void reference(int n, int m, bool transposed, double* values, double* magnitudes, const float* A,
               const float* x);

/// Uniform in (0, 1]; different seeds give different numbers. Does not wait.
void uniform(float* values, std::size_t count, std::uint64_t seed);

}  // namespace runner::sweep
