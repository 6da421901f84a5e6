// A seed nobody knows before.
#pragma once

#include <cstdint>
#include <random>

namespace grader::cli {

/// Of 48 bits, so that it is a whole number in every format.
inline std::uint64_t drawn_seed() {
    std::random_device entropy;
    return std::uniform_int_distribution<std::uint64_t>(0, (1ull << 48) - 1)(entropy);
}

}  // namespace grader::cli
