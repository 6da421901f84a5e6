// Reads what compute-sanitizer prints. The watched program prints to the same place and may print
// anything: promises values that are bounded and free of control characters, whatever the bytes
// are. That they are true it cannot promise, and nothing depends on it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "score/sanitizer.hpp"

namespace grader::sanitizer {

/// `sources`: names of the files a finding may be about. Where a report names several places, the
/// first in one of them is taken, since an access may lie in a header of the Toolkit's.
/// Findings with the same kind, file and line are one, their reports counted.
score::SanitizerReport parse(std::string_view tool, std::string_view output,
                             const std::vector<std::string>& sources);

}  // namespace grader::sanitizer
