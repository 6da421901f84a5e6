// The worst line of a call's launches, in the few lines that a failure has room for: what it costs
// beside what would do, and which lane touched what in one of its requests. The rest is for
// `grade run NN --explain`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "score/record.hpp"

namespace grader::suite {

/// Each line begins with a line break. Empty where no line costs much more than it must, and for
/// launches that were not taken from close up. `complaint` says which count is too high: of
/// stores, say, nothing but stores is shown, by array where no line is wasteful.
std::string closer_look(const std::vector<score::Kernel>& launches,
                        std::string_view complaint = {});

}  // namespace grader::suite
