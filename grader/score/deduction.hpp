// What findings cost. Promises the safe cases one table of shares, the same for every lab: what can
// corrupt results or stop a program costs most, what only wastes memory least.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "score/record.hpp"

namespace grader::score {

/// Of the kinds in the table.
std::optional<double> listed_share(std::string_view kind);

/// The share of a safe case's points that one kind of finding costs, 0 … 1. A kind this table does
/// not know costs everything: better a disputed mark than an unnoticed one.
double share_of(std::string_view kind);

/// What is left of a safe case: each kind of error is deducted once, however often it was found.
double share_left(std::span<const Finding> findings);

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

bool has_race(std::span<const Finding> findings);

/// "race at matvec.cu:21: thread …", for a line of a message.
std::string one_line(const Finding& finding);

}  // namespace grader::score
