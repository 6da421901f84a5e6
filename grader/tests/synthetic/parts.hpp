// Everything that the course can expect for a lab, with what is known of its mark: the solution,
// the skeleton, right answers in other styles, wrong submissions, right values without the lab's
// work, attempts to gain marks, and mutants of the solution.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "class/files.hpp"
#include "lab/kit.hpp"
#include "lab/lab.hpp"
#include "mutants/kept_submissions.hpp"
#include "score/result.hpp"

namespace synthetic {

enum class Kind { solution, skeleton, right, wrong, idle, hostile, mutant };
inline constexpr Kind kinds[] = {Kind::solution, Kind::skeleton, Kind::right, Kind::wrong,
                                 Kind::idle,     Kind::hostile,  Kind::mutant};

const char* name_of(Kind kind);

/// One submission for one lab.
struct Part {
    std::string lab;
    Kind kind = Kind::solution;
    std::string name;
    std::vector<grader::classes::File> files;
    grader::mutants::KeptSubmission announced = {};  // for wrong, idle and hostile ones
    // Of a mutant, whether it is listed as a right answer; empty if its line is, so that it may be
    // either.
    std::optional<bool> is_equivalent = false;
};

std::vector<Part> parts_of(const grader::lab::Kit& kit, const grader::lab::Lab& lab);

/// How the mark differs from what is known, one line each.
std::vector<std::string> faults_of(const Part& part, const grader::score::LabResult& result);

}  // namespace synthetic
