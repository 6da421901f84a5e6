// Pages for students: the page that `--html` writes, of each student's latest attempt at each lab,
// from the gradebook alone. They show what a student may see: not the class's seed, which further
// attempts are graded with, nor an instructor's reasons.
#pragma once

#include <cstddef>
#include <filesystem>

#include "class/course.hpp"
#include "class/enrolment.hpp"
#include "class/gradebook.hpp"
#include "class/learning_system.hpp"
#include "lab/kit.hpp"

namespace grader::classes {

/// Writes OUT/feedback/STUDENT/LAB.html for what was graded or refused, also for the members of a
/// group. Returns the number of pages. Pages that have not changed are left alone.
std::size_t write_feedback(const lab::Kit& kit, Gradebook& book, const Course& course,
                           const Totals& totals, const Enrolment& enrolment,
                           const std::filesystem::path& out);

}  // namespace grader::classes
