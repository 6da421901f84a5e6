// Runs compute-sanitizer on a submission on a device, on request: it does not affect points, and
// takes longer than grading. The same program is examined only once.
#pragma once

#include <filesystem>

#include "lab/kit.hpp"
#include "sandbox/sandbox.hpp"
#include "score/sanitizer.hpp"

namespace grader::cli {

/// Examines the lab's runs of `program`, which was built for the device; earlier results are beside
/// it. If the tool is not on PATH, or the lab declares no runs for it, the report says that it has
/// not run.
score::SanitizerReport sanitize(const lab::Lab& lab, const std::filesystem::path& program,
                                const sandbox::Sandbox& sandbox);

}  // namespace grader::cli
