// A class of six students, one of each kind, to be graded in lab 02, for tests of the command line.
#pragma once

#include <string>
#include <vector>

#include "grade_command.hpp"

namespace course {

/// Makes the file's folder where there is none.
void write(const fs::path& file, const std::string& text);

struct SmallClass {
    Scratch scratch;
    fs::path folder = scratch.path() / "downloads";
    std::string solution;  // of lab 02

    SmallClass();

    /// Where the class is graded under this name.
    fs::path out(const std::string& name) const { return scratch.path() / name; }
    /// Of the command that grades it.
    std::vector<std::string> arguments(const std::string& name) const;
    Said grade(const std::string& name, const std::vector<std::string>& more = {}) const;

    /// A student's outcome and score, such as "graded 96.0"; "none" without a row in marks.json.
    std::string mark(const std::string& name, const std::string& student) const;
    /// The text of marks.csv.
    std::string marks(const std::string& name) const { return content(out(name) / "marks.csv"); }
};

}  // namespace course
