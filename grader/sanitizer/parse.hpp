// Parses the output of compute-sanitizer. The watched program prints to the same stream, and may
// print anything. Whatever the bytes are, the results are limited in size and contain no control
// characters. They may be false, and nothing depends on them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "score/sanitizer.hpp"

namespace grader::sanitizer {

/// `sources`: names of the files that a finding may be about. If a report names several places, the
/// first one in these files counts, since an access may be in a header of the Toolkit. Findings
/// with the same kind, file and line are merged, and their counts added.
score::SanitizerReport parse(std::string_view tool, std::string_view output,
                             const std::vector<std::string>& sources);

}  // namespace grader::sanitizer
