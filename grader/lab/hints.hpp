// Reads HINTS.md as a list of steps.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grader::lab {

/// The steps: one for each heading of the second level ("## …"), including the heading, without
/// trailing blank lines. Text before the first such heading is ignored.
std::vector<std::string> hint_steps(std::string_view markdown);

}  // namespace grader::lab
