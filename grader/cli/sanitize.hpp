// compute-sanitizer's view of a submission on a device, for who asks: it is worth no point, and
// takes longer than the marks. Promises that the same program is looked at once.
#pragma once

#include <filesystem>

#include "lab/kit.hpp"
#include "sandbox/sandbox.hpp"
#include "score/sanitizer.hpp"

namespace grader::cli {

/// Of the lab's runs of `program`, which was built for the device; what was found before lies
/// beside it. Where the tool is not on PATH, or the lab has no runs for it: a report that says it
/// has not run.
score::SanitizerReport sanitize(const lab::Lab& lab, const std::filesystem::path& program,
                                const sandbox::Sandbox& sandbox);

}  // namespace grader::cli
