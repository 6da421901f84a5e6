// An instructor's commands for a class, on the command line. Only turns arguments into a call of
// class.hpp or class_marks.hpp.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>

#include "cli/class.hpp"
#include "cli/class_marks.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

/// Holds the options, which must outlive parsing.
struct ClassArguments {
    ClassOptions course;
    MarksOptions marks;
    std::string student, lab;
    std::size_t share = 0;
};

/// Adds `class`, `replay`, and the command for jobs of a cluster. `status` receives the status of
/// the command that ran.
void add_class(CLI::App& app, const lab::Kit& kit, ClassArguments& a, int& status);

/// Adds `report`, `similar`, `decide` and `export`.
void add_marks(CLI::App& app, const lab::Kit& kit, ClassArguments& a, int& status);

}  // namespace grader::cli
