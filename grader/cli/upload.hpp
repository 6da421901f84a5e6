// `grade upload`: grades one student's upload, in any layout, and reports it like any lab.
// Platforms that grade one submission at a time call it.
#pragma once

#include <filesystem>
#include <iosfwd>

#include "cli/exit_status.hpp"
#include "cli/grading.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

/// `upload`: a folder or an archive. If it is unclear which file is meant for a lab, the report of
/// that lab says so.
ExitStatus grade_upload(const lab::Kit& kit, GradingOptions options,
                        const std::filesystem::path& upload, std::ostream& out);

}  // namespace grader::cli
