// Commands on a class's marks: decide one by hand, show how the class stands, export the marks to a
// learning system. Nothing is graded here.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "class/enrolment.hpp"
#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

struct MarksOptions {
    std::filesystem::path out;     // the class's folder of marks
    std::filesystem::path course;  // if empty: OUT/course.toml, if it exists
    std::string student, lab;
    double points = 0;
    std::string reason;
    std::filesystem::path canvas, moodle;  // tables that the system has exported
    std::filesystem::path to;
    bool pages = false;  // of the students, too
    bool no_sandbox = false;
};

/// The gradebook in a class's folder. Throws ClassError if there is none, since commands on marks
/// do not create one.
std::filesystem::path gradebook_in(const std::filesystem::path& folder);

/// Names on one line those whose submissions are of nobody on the roster.
void tell_of_strangers(const classes::Enrolment& enrolment, std::ostream& out);

/// Adds a decision to the gradebook. The latest one for a student's lab is in force.
ExitStatus decide(const lab::Kit& kit, const MarksOptions& options, std::ostream& out);

/// For the class: writes OUT/totals.csv, OUT/report.html and, if asked for, OUT/feedback, and
/// prints a table. For one student: prints every attempt and decision.
ExitStatus report_class(const lab::Kit& kit, const MarksOptions& options, std::ostream& out);

/// Writes OUT/similar/ for tools that compare submissions, and runs those that are on PATH.
ExitStatus compare(const lab::Kit& kit, const std::vector<std::string>& labs,
                   const MarksOptions& options, std::ostream& out);

/// Writes a learning system's table with the marks filled in, and reports students who were not
/// found. Returns below_full_marks if there were any.
ExitStatus export_marks(const lab::Kit& kit, const MarksOptions& options, std::ostream& out);

}  // namespace grader::cli
