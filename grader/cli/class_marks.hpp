// What an instructor does with a class's marks: decide one by hand, see how the class stands, hand
// the marks to a learning system. Nothing is graded here.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

struct MarksOptions {
    std::filesystem::path out;     // the class's folder of marks
    std::filesystem::path course;  // empty: OUT/course.toml, where there is one
    std::string student, lab;
    double points = 0;
    std::string reason;
    std::filesystem::path canvas, moodle;  // tables that the system has exported
    std::filesystem::path to;
    bool no_sandbox = false;
};

/// The gradebook of a class's folder. Throws ClassError where there is none: a command about marks
/// makes none.
std::filesystem::path gradebook_in(const std::filesystem::path& folder);

/// Adds a decision to the gradebook; the last one for a student's lab holds.
ExitStatus decide(const lab::Kit& kit, const MarksOptions& options, std::ostream& out);

/// Of the class: OUT/totals.csv, OUT/report.html and a table on the screen. Of one student: every
/// attempt and decision.
ExitStatus report_class(const lab::Kit& kit, const MarksOptions& options, std::ostream& out);

/// Writes OUT/similar/ for the tools that compare submissions, and has those that are on PATH do
/// so.
ExitStatus compare(const lab::Kit& kit, const std::vector<std::string>& labs,
                   const MarksOptions& options, std::ostream& out);

/// The table of a learning system with the marks filled in; tells who was not found. Below full
/// marks where somebody was not.
ExitStatus export_marks(const lab::Kit& kit, const MarksOptions& options, std::ostream& out);

}  // namespace grader::cli
