// What findings cost. Promises the safe cases one table of shares, the same for every lab: what can
// corrupt results or stop a program costs most, what only wastes memory least.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "score/record.hpp"

namespace grader::score {

/// Of the kinds in the table.
std::optional<double> listed_share(std::string_view kind);

/// The share of a safe case's points that one kind of finding costs, 0 … 1. A kind this table does
/// not know costs everything: better a disputed mark than an unnoticed one.
double share_of(std::string_view kind);

/// What is left of a safe case: each kind of error is deducted once, however often it was found.
double share_left(std::span<const Finding> findings);

bool has_race(std::span<const Finding> findings);

}  // namespace grader::score
