// The words of a command line before they are parsed, where people mean more than they say.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace grader::cli {

/// The words behind `run LAB` that are this program's; all others are the lab program's, with or
/// without the -- before them.
std::vector<std::string> with_program_arguments(const CLI::App& run,
                                                std::vector<std::string> words);

/// `08 --case rung 1` means the case "rung 1", and says: of lab 08 and of lab 01 the cases "rung".
/// Throws lab::LabError for what no quotes hold together.
void expect_quoted_case(const std::vector<std::string>& words);

}  // namespace grader::cli
