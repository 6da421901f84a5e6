// The marks of a course: each student's points, from the gradebook and course.toml.
#pragma once

#include <filesystem>

#include "class/course.hpp"
#include "class/gradebook.hpp"
#include "class/learning_system.hpp"

namespace grader::classes {

/// All students in the gradebook or in course.toml. Members of a group share their attempts;
/// decisions are individual.
Totals totals_of(Gradebook& book, const Course& course);

/// Whether attempts of one student count for the other.
bool share_work(const Course& course, const std::string& one, const std::string& other);

/// The student called `name` there. Also accepts the form in a table, which has an apostrophe
/// before it. Throws ClassError if neither the gradebook nor course.toml has the student.
std::string student_called(Gradebook& book, const Course& course, const std::string& name);

/// OUT/totals.csv: one row per student, with the points of each lab that counts, and the total.
void write_totals(const std::filesystem::path& out, const Totals& totals, const Course& course);

}  // namespace grader::classes
