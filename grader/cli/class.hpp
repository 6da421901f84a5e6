// `grade class` and `grade replay`: a class's folder of downloads to marks in OUT. Promises that it
// may be ended anywhere and started again: what is in the gradebook is not graded again, and what
// is not there is no mark.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "class/options.hpp"
#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

using ClassOptions = classes::Options;

/// could_not_grade where the grader itself failed on something; full_marks where all that was
/// handed in has an outcome, whatever the marks; below_full_marks where questions are open.
ExitStatus grade_class(const lab::Kit& kit, ClassOptions options, std::ostream& out);

/// What a job of a cluster does: one share of a class's spool.
ExitStatus grade_share(const lab::Kit& kit, const std::filesystem::path& spool, std::size_t number);

/// Derives the last mark once more from what the gradebook holds, and compares all of it. Full
/// marks: the same; below: it differs, and says where.
ExitStatus replay(const lab::Kit& kit, const std::filesystem::path& book,
                  const std::string& student, const std::string& lab, std::ostream& out);

/// One student's upload: what the labs take of `from`.
ExitStatus pack(const lab::Kit& kit, const std::vector<std::string>& labs, const std::string& from,
                const std::filesystem::path& file, std::ostream& out);

}  // namespace grader::cli
