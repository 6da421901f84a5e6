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

/// Whether attempts of one count for the other.
bool share_work(const Course& course, const std::string& one, const std::string& other);

/// The student called `name` there, or as a table shows it: with an apostrophe before it. Throws
/// ClassError where neither the gradebook nor course.toml has one.
std::string student_called(Gradebook& book, const Course& course, const std::string& name);

/// OUT/totals.csv: a row a student, the points of each lab that counts, and the total.
void write_totals(const std::filesystem::path& out, const Totals& totals, const Course& course);

}  // namespace grader::classes
