// How many of a lab's hints a student has seen.
#pragma once

#include <filesystem>

#include "lab/kit.hpp"

namespace grader::cli {

/// How many hints of the lab have been shown; gone, the next one is the first again.
std::filesystem::path progress_file(const lab::Kit& kit, const lab::Lab& lab);

}  // namespace grader::cli
