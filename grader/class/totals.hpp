// The marks of a course: from the gradebook and course.toml to each student's points. Promises the
// same totals from the same two, whoever asks.
#pragma once

#include <filesystem>

#include "class/course.hpp"
#include "class/gradebook.hpp"
#include "class/learning_system.hpp"

namespace grader::classes {

/// Every student of the gradebook or of course.toml. Members of a group share their attempts;
/// decisions are each one's own.
Totals totals_of(Gradebook& book, const Course& course);

/// OUT/totals.csv: a row a student, the points of each lab that counts, and the total.
void write_totals(const std::filesystem::path& out, const Totals& totals, const Course& course);

}  // namespace grader::classes
