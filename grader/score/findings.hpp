// Lists of findings: merges those of several calls, so that one root cause stays one finding.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "score/message.hpp"
#include "score/record.hpp"

namespace grader::score {

/// Adds `more` to `findings`. Findings of the same kind and severity are merged if they have the
/// same lines or the same `cause`, and their counts are added. For a race, the order of the two
/// sides does not matter.
void merge(std::vector<Finding>& findings, std::span<const Finding> more);
/// The same for one finding. Returns its place in `findings`.
std::size_t merge(std::vector<Finding>& findings, const Finding& finding);

/// The same for the findings of another function: findings without a line have different causes.
void merge_apart(std::vector<Finding>& findings, std::span<const Finding> more);

/// Replaces the threads and messages of findings by those of equal findings in `better`. If there
/// are several, the first one is used, since it is the cause, and later ones on that line are
/// consequences. Counts are not changed.
void retell(std::vector<Finding>& findings, std::span<const Finding> better);

/// Copies the witnesses of equal findings from a repetition that searched for witnesses. Adds no
/// findings.
void add_witnesses(std::vector<Finding>& findings, std::span<const Finding> seen_again);

/// What comes before races, such as an index out of bounds: a race may follow from it. All others
/// keep their order.
void put_bad_accesses_first(std::vector<Finding>& findings);

/// How the line of a finding begins: "race at matvec.cu:21: ".
std::string line_start(const Finding& finding);
/// "race at matvec.cu:21: thread …".
std::string one_line(const Finding& finding);

/// The same for the first few findings.
Lines first_lines(std::span<const Finding> findings);

}  // namespace grader::score
