// The two limits that a kernel bound by traffic runs against, as plainly as a device can be asked
// for them: reading memory and doing nothing else, and copying it. For the runs that time
// functions.
#pragma once

#include <cstddef>

namespace runner {

/// Reads `count` floats of device memory once, every multiprocessor busy, and writes one sum a
/// block to d_sums, which holds read_all_blocks() floats. `count` is a multiple of 4.
void read_all(const float* d_values, std::size_t count, float* d_sums);
int read_all_blocks();

}  // namespace runner
