// `grade locate NN`: for a rung that fails, tries small changes of the student's file one after
// another, and shows the places where one of them makes the whole rung pass. This is mutation-based
// fault localisation: what it says of a place is a fact, not a guess, whatever the mistake is.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

struct LocateOptions {
    std::string lab;            // number or name
    std::string from = "labs";  // folder laid out like labs/
    std::string words;          // in the name of the failing case; empty: the first that fails
    std::uint64_t seed = 0;     // of the inputs, equal for all changes
    unsigned jobs = 0;          // changes tried side by side; 0: one on each core
    bool show = false;          // also print what the change is
    bool terminal = false;      // progress is rewritten in place
    bool no_sandbox = false;
};

/// Returns full_marks if a place was found or nothing fails, below_full_marks if none was found,
/// could_not_grade if there is no program. Throws lab::LabError, or std::invalid_argument for words
/// that are in no case's name.
ExitStatus locate(const lab::Kit& kit, const LocateOptions& options, std::ostream& out);

}  // namespace grader::cli
