// How many hints of a lab a student has seen.
#pragma once

#include <filesystem>

#include "lab/kit.hpp"

namespace grader::cli {

/// The file with the number of hints shown. Without it, the next hint is the first.
std::filesystem::path progress_file(const lab::Kit& kit, const lab::Lab& lab);

}  // namespace grader::cli
