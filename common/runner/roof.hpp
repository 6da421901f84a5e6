// The limit of a kernel that is bound by memory traffic: a kernel that only reads memory. For runs
// that time functions.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace runner {

/// Reads `count` floats of device memory once, using all multiprocessors, and stores sums of them
/// to d_sums, which has read_all_sums() floats. `count` is a multiple of 4, and not 0.
void read_all(const float* d_values, std::size_t count, float* d_sums,
              cudaStream_t stream = nullptr);
int read_all_sums();

}  // namespace runner
