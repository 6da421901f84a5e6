// Seeds that are stored: a random secret one, and a check of a given one.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "class/course.hpp"
#include "runner/arguments.hpp"

namespace grader::cli {

/// For the command line: what is wrong with a seed; empty if nothing is.
inline std::string wrong_kept_seed(const std::string& word) {
    return runner::wrong_whole_number(word, 0, classes::largest_seed);
}

/// Of 48 bits, so that every format represents it as an integer.
inline std::uint64_t drawn_seed() {
    std::random_device entropy;
    return std::uniform_int_distribution<std::uint64_t>(0, (1ull << 48) - 1)(entropy);
}

}  // namespace grader::cli
