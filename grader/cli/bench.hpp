// `grade bench`: the figures this kit promises, measured on this machine and written down with its
// description. A benchmark to read, not a test to pass.
#pragma once

#include <filesystem>
#include <iosfwd>

#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

/// Writes `folder`/results.md: the time from a saved file to its verdict for every lab, on the
/// simulator, and what each program in the build's common/simulator/bench prints.
ExitStatus bench(const lab::Kit& kit, const std::filesystem::path& folder, std::ostream& out);

}  // namespace grader::cli
