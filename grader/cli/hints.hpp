// The hints of a lab that a student has seen.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lab/kit.hpp"

namespace grader::cli {

/// The file with the number of hints shown. Without it, the next hint is the first.
std::filesystem::path progress_file(const lab::Kit& kit, const lab::Lab& lab);

/// The headings of the hints shown, in their order.
std::vector<std::string> seen_headings(const lab::Kit& kit, const lab::Lab& lab);

}  // namespace grader::cli
