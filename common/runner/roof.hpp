// The limit of a kernel that is bound by memory traffic: a kernel that only reads memory. For runs
// that time functions.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace runner {

/// Whether a block reads once and ends, or goes on until all is read. Which is faster depends on
/// the device, by up to 9 percent, so a roof is the faster of them, measured.
enum class Reading { once, in_turns };

/// Reads `count` floats of device memory once, using all multiprocessors, and stores sums of them
/// to d_sums, which has read_all_sums() floats. `count` is a multiple of 4, and not 0.
void read_all(const float* d_values, std::size_t count, float* d_sums,
              cudaStream_t stream = nullptr, Reading reading = Reading::once);
int read_all_sums();

/// The faster one for this array, if it is read repeatedly. Arguments and errors: as above.
Reading faster_reading(const float* d_values, std::size_t count, float* d_sums);

}  // namespace runner
