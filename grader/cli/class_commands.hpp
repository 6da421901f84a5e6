// An instructor's commands about a class, as words of the command line. Turns them into a call of
// class.hpp or class_marks.hpp; knows nothing else.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>

#include "cli/class.hpp"
#include "cli/class_marks.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

/// Options that outlive parsing.
struct ClassArguments {
    ClassOptions course;
    MarksOptions marks;
    std::string student, lab;
    std::size_t share = 0;
};

/// `class`, `replay`, and what a job of a cluster calls; `status` gets that of the command that
/// ran.
void add_class(CLI::App& app, const lab::Kit& kit, ClassArguments& a, int& status);

/// `report`, `similar`, `decide` and `export`.
void add_marks(CLI::App& app, const lab::Kit& kit, ClassArguments& a, int& status);

}  // namespace grader::cli
