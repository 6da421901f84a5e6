// `grade check-lab NN` and `grade new-lab NN-slug`: a lab's author asks the course.
#pragma once

#include <iosfwd>
#include <string>

#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

struct CheckLabOptions {
    std::string lab;
    std::size_t mutants = 6;  // so many are drawn; 0: none
    bool no_sandbox = false;
};

/// All that the course asks of a lab, a line a rule and a line a fault: files, points, the solution
/// in several thread orders, the skeleton, each wrong and each right submission, some mutants. Full
/// marks where everything is kept.
ExitStatus check_lab(const lab::Kit& kit, const CheckLabOptions& options, std::ostream& out);

ExitStatus new_lab(const lab::Kit& kit, const std::string& slug, std::ostream& out);

}  // namespace grader::cli
