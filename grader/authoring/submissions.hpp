// Whether a lab's submissions get what they must: each wrong one is caught as its entry announces,
// each right one in another style gets full marks.
#pragma once

#include <string>
#include <vector>

#include "mutants/wrong_submissions.hpp"
#include "score/result.hpp"

namespace grader::authoring {

/// What is not as wrong.toml announces, a line each; nothing where it is.
std::vector<std::string> faults_of(const mutants::WrongSubmission& wrong,
                                   const score::LabResult& result);

/// The first cases that a right submission loses points in.
std::vector<std::string> faults_of_right(const score::LabResult& result);

}  // namespace grader::authoring
