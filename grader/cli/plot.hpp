// Plots as SVG files, drawn by matplotlib.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lab/kit.hpp"
#include "runner/chart.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::cli {

/// What `script`, a file of the kit's, draws of `given`; `beside` are folders that it imports from.
/// Throws std::runtime_error with its last words.
std::string drawn(const lab::Kit& kit, const sandbox::Sandbox& sandbox, const std::string& script,
                  const std::string& given, const std::vector<std::string>& beside = {});

/// Draws in the sandbox: what is drawn comes from a lab's program. Throws std::runtime_error,
/// naming the file, where it cannot be drawn or written.
void write_plot(const lab::Kit& kit, const sandbox::Sandbox& sandbox,
                const std::filesystem::path& path, const runner::Plot& plot);

}  // namespace grader::cli
