// Pictures as PNG files.
#pragma once

#include <filesystem>

#include "runner/results.hpp"

namespace grader::cli {

/// Throws std::runtime_error, naming the file, where it cannot be written.
void write_png(std::filesystem::path path, const runner::Image& image);

}  // namespace grader::cli
