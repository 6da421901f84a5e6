// The contents of timed batches' arrays, generated on the device. Generating them on the host would
// take longer than what is timed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace runner {

/// Writes the `count` reals that fill() in inputs.hpp generates from this stream to device memory.
void fill_reals(float* d_values, std::size_t count, std::uint64_t stream);

/// Writes this word `count` times to device memory.
void fill_words(std::uint32_t* d_words, std::size_t count, std::uint32_t word);

}  // namespace runner
