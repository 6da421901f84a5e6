// Interprets the words of a command line before parsing, where users leave something out.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace grader::cli {

/// Separates the words after `run LAB`: those of this program come first; all others belong to the
/// lab's program, with or without a -- before them.
std::vector<std::string> with_program_arguments(const CLI::App& run,
                                                std::vector<std::string> words);

/// `08 --case rung 1` was meant as the case "rung 1", but would select the cases "rung" of labs 08
/// and 01. Throws lab::LabError for a case name without the quotes it needs.
void expect_quoted_case(const std::vector<std::string>& words);

}  // namespace grader::cli
