// The students of a course, from a table that its learning system has exported: Canvas' gradebook,
// or Moodle's grading worksheet, participants or grades. enrolment.hpp finds them in the gradebook.
#pragma once

#include <string>
#include <vector>

#include "class/table.hpp"

namespace grader::classes {

/// A student on the roster.
struct Listed {
    std::string name;
    std::string id;  // the number that the learning system's downloads bear; may be unknown
};

/// In the order of the table, without the student that Canvas has for tests. Throws ClassError if
/// the columns are none of these systems'.
std::vector<Listed> roster_in(const Table& table);

}  // namespace grader::classes
