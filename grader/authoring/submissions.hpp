// Checks that a lab's example submissions get the right marks: each wrong one is caught as its
// entry announces, and each right one gets full marks.
#pragma once

#include <string>
#include <vector>

#include "mutants/kept_submissions.hpp"
#include "score/result.hpp"

namespace grader::authoring {

/// The differences from what wrong.toml announces, one line each; empty if there are none.
std::vector<std::string> faults_of(const mutants::KeptSubmission& wrong,
                                   const score::LabResult& result);

/// The first cases in which a right submission loses points.
std::vector<std::string> faults_of_right(const score::LabResult& result);

/// A line for each wrong submission, below what catches it: its case, else the kind of its finding,
/// else "not gradable".
std::string overview(const std::vector<mutants::KeptSubmission>& wrong);

}  // namespace grader::authoring
