// The class's marks as files: a table for spreadsheets, and JSON for programs. They are computed
// from the gradebook alone; equal gradebooks give equal files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "class/enrolment.hpp"
#include "class/gradebook.hpp"
#include "score/hidden.hpp"

namespace grader::classes {

/// Writes OUT/marks.csv and OUT/marks.json; where there is a roster, with the names there.
void write_marks(const std::filesystem::path& out, const std::vector<Standing>& standings,
                 const Settings& settings, const Enrolment& enrolment);

/// The result of an attempt in words: "48" points, or "no mark: refused".
std::string mark_of(const Attempt& attempt);

/// The attempt as the result of one run, as its student sees it: without the class's seed, and of
/// hidden cases no more than `hidden` allows.
score::RunResult run_for_student(const Attempt& attempt, score::OfHidden hidden);

/// How two attempts of a student's lab differ: in their settings, and in the cases that changed,
/// one line each. Empty if they agree.
std::vector<std::string> changes(const Attempt& before, const Attempt& after);

}  // namespace grader::classes
