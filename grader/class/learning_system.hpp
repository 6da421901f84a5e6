// Enters marks into the tables of learning systems: a gradebook exported by Canvas, or a grading
// worksheet of Moodle. The result can be imported as it is. Rows and names are those of the system,
// and all cells except the marks are unchanged. Students who cannot be found are reported, never
// guessed.
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
    std::vector<std::string> not_there;  // students with marks who are not in the table
    std::vector<std::string> no_marks;   // students in the table who are not in the gradebook
};

/// The lab columns of a Canvas gradebook, scaled to their points possible, and the columns that
/// identify the student. All other columns are left out, so that importing changes nothing else. A
/// column belongs to a lab if its name refers to the lab. Throws ClassError if it is no such table,
/// or if two columns are for the same lab.
Filled fill_canvas(const Table& gradebook, const Course& course, const Totals& totals);

/// Fills the column Grade of a Moodle worksheet for `lab`, scaled to Maximum Grade (100 if empty).
/// Throws ClassError if that is not a number.
Filled fill_moodle(const Table& worksheet, const std::string& lab, const Course& course,
                   const Totals& totals);

}  // namespace grader::classes
