// The marks of a course: each student's points, from the gradebook and course.toml.
#pragma once

#include <filesystem>

#include "class/course.hpp"
#include "class/enrolment.hpp"
#include "class/gradebook.hpp"
#include "class/learning_system.hpp"

namespace grader::classes {

/// Those of the gradebook and of course.toml.
std::vector<std::string> students_of(Gradebook& book, const Course& course);

/// The gradebook's standings, and for students on the roster that nothing of a lab was handed in,
/// where others have a standing in it. Ordered by student and lab.
std::vector<Standing> standings_of(Gradebook& book, const Enrolment& enrolment);

/// All students in the gradebook, in course.toml or on the roster. Members of a group share their
/// attempts; decisions are individual.
Totals totals_of(Gradebook& book, const Course& course);

/// Whether attempts of one student count for the other.
bool share_work(const Course& course, const std::string& one, const std::string& other);

/// The student called `name` there. Also accepts the form in a table, which has an apostrophe
/// before it. Throws ClassError if neither the gradebook nor course.toml has the student.
std::string student_called(Gradebook& book, const Course& course, const std::string& name);

/// OUT/totals.csv: one row per student, with the points of each lab that counts, and the total;
/// where there is a roster, also the name there.
void write_totals(const std::filesystem::path& out, const Totals& totals, const Course& course,
                  const Enrolment& enrolment);

}  // namespace grader::classes
