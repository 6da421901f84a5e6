// For students, where later attempts are graded with the same seed.
#pragma once

#include <cstdint>
#include <string>

#include "score/result.hpp"

namespace grader::report {

/// The text with the commands in it as they are without this seed: they work, and draw one.
std::string without_seed(std::string text, std::uint64_t seed);

/// The result without its seed, also in each of its texts.
score::RunResult without_seed(score::RunResult run);

}  // namespace grader::report
