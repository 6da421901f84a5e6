// `grade class` and `grade replay`: from a class's folder of downloads to marks in OUT. May be
// interrupted at any time and started again: attempts in the gradebook are not graded again, and
// only they are marks.
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

/// Returns could_not_grade if the grader itself failed on something, below_full_marks if questions
/// are open, and full_marks if everything handed in has an outcome, whatever the marks.
ExitStatus grade_class(const lab::Kit& kit, ClassOptions options, std::ostream& out);

/// Grades one share of a class's spool; called by a job of a cluster.
ExitStatus grade_share(const lab::Kit& kit, const std::filesystem::path& spool, std::size_t number,
                       score::OfHidden hidden);

/// Grades the latest attempt again from what the gradebook stores, and compares the whole result.
/// Returns full_marks if it is the same; otherwise reports the differences and returns
/// below_full_marks.
ExitStatus replay(const lab::Kit& kit, const std::filesystem::path& book,
                  const std::string& student, const std::string& lab, std::ostream& out);

/// Packs one student's upload: the files that the labs take, from `from`. An empty `file` stands
/// for SLUG.zip in the current folder, or labs.zip for several labs.
ExitStatus pack(const lab::Kit& kit, const std::vector<std::string>& labs, const std::string& from,
                const std::filesystem::path& file, std::ostream& out);

}  // namespace grader::cli
