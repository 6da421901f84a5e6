// Hints in steps: HINTS.md as a list, and how many of them a student has seen.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lab/kit.hpp"

namespace grader::cli {

/// The steps of a HINTS.md: one for each heading of the second level ("## …"), heading included,
/// without blank lines at the end. What stands before the first heading is no step.
std::vector<std::string> hint_steps(std::string_view markdown);

/// How many hints of the lab have been shown; gone, the next one is the first again.
std::filesystem::path progress_file(const lab::Kit& kit, const lab::Lab& lab);

}  // namespace grader::cli
