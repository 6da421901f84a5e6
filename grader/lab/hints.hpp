// HINTS.md as a list of steps.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grader::lab {

/// The steps of a HINTS.md: one for each heading of the second level ("## …"), heading included,
/// without blank lines at the end. What stands before the first heading is no step.
std::vector<std::string> hint_steps(std::string_view markdown);

}  // namespace grader::lab
