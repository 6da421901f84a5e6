// The class's marks as files: a table for spreadsheets, JSON for programs. They follow from the
// gradebook alone, and equal gradebooks make equal files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "class/gradebook.hpp"

namespace grader::classes {

/// OUT/marks.csv and OUT/marks.json.
void write_marks(const std::filesystem::path& out, const std::vector<Standing>& standings,
                 const Settings& settings);

/// "48" points, "no mark: refused": what an attempt is worth, in words.
std::string mark_of(const Attempt& attempt);

/// Why two attempts of a student's lab differ: what they rest on, and the cases that changed, a
/// line each. Empty where they agree.
std::vector<std::string> changes(const Attempt& before, const Attempt& after);

}  // namespace grader::classes
