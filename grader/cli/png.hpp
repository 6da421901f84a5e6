// Writes pictures as PNG files.
#pragma once

#include <filesystem>

#include "runner/results.hpp"

namespace grader::cli {

/// Throws std::runtime_error, which names the file, if it cannot be written.
void write_png(std::filesystem::path path, const runner::Image& image);

}  // namespace grader::cli
