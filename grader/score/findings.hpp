// Lists of findings: those of several calls as one list, where one root cause stays one finding.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "score/record.hpp"

namespace grader::score {

/// Adds `more` to `findings`; what has the same kind, severity and lines is one root cause and its
/// counts add up.
void merge(std::vector<Finding>& findings, std::span<const Finding> more);

/// The same for the findings of another function: those without a line are other causes.
void merge_apart(std::vector<Finding>& findings, std::span<const Finding> more);

/// Findings that are also among `better` are told by its threads and words, those of the first one:
/// what goes astray on the same line comes behind. Counts stay.
void retell(std::vector<Finding>& findings, std::span<const Finding> better);

/// Takes over the witnesses of the same findings, seen again where witnesses were looked for; no
/// finding is added.
void add_witnesses(std::vector<Finding>& findings, std::span<const Finding> seen_again);

/// "race at matvec.cu:21: thread …", for a line of a message.
std::string one_line(const Finding& finding);

}  // namespace grader::score
