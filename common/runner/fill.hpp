// The inputs of timed batches, generated on the device. Generating them on the host would take
// longer than what is timed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace runner {

/// Writes the `count` reals that fill() in inputs.hpp generates from this stream to device memory.
void fill_reals(float* d_values, std::size_t count, std::uint64_t stream);

}  // namespace runner
