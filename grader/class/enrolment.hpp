// Who of a course's roster is in the gradebook, and who in the gradebook is on the roster.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "class/course.hpp"

namespace grader::classes {

/// The students in the gradebook, beside those on the roster.
struct Enrolment {
    std::map<std::string, std::string> names;  // there, by the name in the gradebook
    std::vector<std::string> absent;           // names on the roster without a student there
    std::vector<std::string> strangers;        // students whom the roster does not have

    bool has_roster() const { return !names.empty() || !absent.empty(); }
};

/// On the roster; for others, the name in the gradebook.
const std::string& name_of(const Enrolment& enrolment, const std::string& student);

/// Empty if the course has no roster. `students`: in the gradebook or in course.toml.
Enrolment enrolment_of(const Course& course, const std::vector<std::string>& students);

}  // namespace grader::classes
