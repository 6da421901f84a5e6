// Numbers for inputs, the same in grader and lab program. The grader generates a call's inputs with
// them, and a run by hand generates the same ones from the seed that a failure message shows.
// Element i of an array depends only on (kind, seed, array's name, i), so any part of an array can
// be generated alone, and two arrays never share their numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runner/random.hpp"

namespace runner {

/// integers: -4 … 4, so that sums of up to 2^20 products are exact in a float. reals: uniform in
/// [-1, 1). cancellation: reals, which the problem pairs so that sums nearly vanish. zeros: all
/// zero.
enum class InputKind { integers, reals, cancellation, zeros };

std::string_view name_of(InputKind kind);

/// Throws std::invalid_argument, which lists the known kinds.
InputKind input_kind(std::string_view name);

/// The stream for a seed and a name.
std::uint64_t mix(std::uint64_t seed, std::string_view text);

void fill(std::span<float> values, InputKind kind, std::uint64_t seed, std::string_view array,
          std::uint64_t first = 0);

/// For labs with arrays of integers.
std::vector<int> zeros_and_ones(std::size_t count, std::uint64_t seed, std::string_view array);

}  // namespace runner
