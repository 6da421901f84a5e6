// Marks into the tables of learning systems: a gradebook that Canvas has exported, a grading
// worksheet of Moodle's. Promises that what comes out can be imported as it is, with the rows and
// names that the system gave, and all cells but the marks as they were; who cannot be found is
// told, never guessed.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "class/course.hpp"
#include "class/policy.hpp"
#include "class/table.hpp"

namespace grader::classes {

/// By the student's name in the gradebook.
using Totals = std::map<std::string, Total>;

struct Filled {
    std::string text;                    // the table, as CSV
    std::vector<std::string> columns;    // "Lab 4 (87) is 04-shared-reduction"
    std::vector<std::string> not_there;  // students with marks that the table does not have
    std::vector<std::string> no_marks;   // rows of students that the gradebook does not have
};

/// Which of `students` a row means: by the id that course.toml gives, by an id at the end of the
/// name as downloads have it ("Ada Lovelace_123", "lovelaceada_123"), or by the same name, also
/// as "Lovelace, Ada", unless both have a number, and not the same. Empty where it is none, or more
/// than one.
std::string student_meant(std::string_view id, std::string_view name, const Course& course,
                          std::span<const std::string> students);

/// The lab columns of a Canvas gradebook, scaled to their points possible, beside the columns that
/// say who it is; all others are left out, so that nothing else changes. A lab's column is one
/// whose name speaks of it. Throws ClassError where it is no such table, or two columns are for one
/// lab.
Filled fill_canvas(const Table& gradebook, const Course& course, const Totals& totals);

/// The column Grade of a worksheet of Moodle's for `lab`, scaled to Maximum Grade (100 where that
/// is empty). Throws ClassError where that is no number.
Filled fill_moodle(const Table& worksheet, const std::string& lab, const Course& course,
                   const Totals& totals);

}  // namespace grader::classes
