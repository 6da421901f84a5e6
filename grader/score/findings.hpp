// Lists of findings: those of several calls as one list, where one root cause stays one finding.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "score/record.hpp"

namespace grader::score {

/// Adds `more` to `findings`. Those of one kind and severity with the same lines, or with the same
/// `cause`, are one finding, and their counts add up. Of a race it does not matter which side is
/// told.
void merge(std::vector<Finding>& findings, std::span<const Finding> more);

/// The same for the findings of another function: those without a line are other causes.
void merge_apart(std::vector<Finding>& findings, std::span<const Finding> more);

/// A finding that is also among `better` gets its threads and words; of several there the first
/// one's, which is the cause, while what goes astray on the same line comes behind it. Counts stay.
void retell(std::vector<Finding>& findings, std::span<const Finding> better);

/// Takes over the witnesses of the same findings, seen again where witnesses were looked for; no
/// finding is added.
void add_witnesses(std::vector<Finding>& findings, std::span<const Finding> seen_again);

/// "race at matvec.cu:21: thread …", for a line of a message.
std::string one_line(const Finding& finding);

}  // namespace grader::score
