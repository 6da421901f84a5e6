// `grade check-lab NN` and `grade new-lab NN-slug`: for authors of labs.
#pragma once

#include <iosfwd>
#include <string>

#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

struct CheckLabOptions {
    std::string lab;
    std::size_t mutants = 6;  // number of mutants to draw; 0: none
    bool no_sandbox = false;
    bool list = false;  // only list the wrong submissions
};

/// Checks everything that the course requires of a lab, and prints one line for each rule and each
/// fault: files, points, the solution in several thread orders, the skeleton, all wrong and right
/// submissions, some mutants. Returns full_marks if every rule is kept. With `list`, prints the
/// wrong submissions by what catches them, and grades nothing.
ExitStatus check_lab(const lab::Kit& kit, const CheckLabOptions& options, std::ostream& out);

ExitStatus new_lab(const lab::Kit& kit, const std::string& slug, std::ostream& out);

}  // namespace grader::cli
