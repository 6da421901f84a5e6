// The worst line of a call's launches, in the few lines that a failure has room for: what it costs
// beside what would do, and which lane touched what in one of its requests. The rest is for
// `grade run NN --explain`.
#pragma once

#include <string>
#include <vector>

#include "score/record.hpp"

namespace grader::suite {

/// Each line begins with a line break. Empty where no line costs much more than it must, and for
/// launches that were not taken from close up.
std::string closer_look(const std::vector<score::Kernel>& launches);

}  // namespace grader::suite
