// The inputs of timed batches: made on the device, since making them on the host would take longer
// than what is timed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace runner {

/// The `count` reals that fill() in inputs.hpp makes from this stream, written to device memory.
void fill_reals(float* d_values, std::size_t count, std::uint64_t stream);

}  // namespace runner
