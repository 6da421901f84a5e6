// Plots as SVG files, drawn by matplotlib.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lab/kit.hpp"
#include "runner/chart.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::cli {

/// Runs `script`, a file of the kit, on `given` and returns its SVG. `beside`: folders from which
/// it imports. Throws std::runtime_error with its last lines of output.
std::string drawn(const lab::Kit& kit, const sandbox::Sandbox& sandbox, const std::string& script,
                  const std::string& given, const std::vector<std::string>& beside = {});

/// Draws in the sandbox, since the data come from a lab's program. Throws std::runtime_error, which
/// names the file, if the plot cannot be drawn or written.
void write_plot(const lab::Kit& kit, const sandbox::Sandbox& sandbox,
                const std::filesystem::path& path, const runner::Plot& plot);

}  // namespace grader::cli
