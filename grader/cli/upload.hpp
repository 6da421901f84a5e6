// `grade upload`: one student's upload in whatever layout, graded and reported as any lab. It is
// what platforms that grade one submission at a time call.
#pragma once

#include <filesystem>
#include <iosfwd>

#include "cli/exit_status.hpp"
#include "cli/grading.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

/// `upload` is a folder or an archive. Of a file that more than one could be, the reason is what
/// the report of its lab says.
ExitStatus grade_upload(const lab::Kit& kit, GradingOptions options,
                        const std::filesystem::path& upload, std::ostream& out);

}  // namespace grader::cli
