// The cost of findings in points: one table of shares for the safe cases of every lab. Errors that
// can corrupt results or stop a program cost most; those that only waste memory cost least.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "score/record.hpp"

namespace grader::score {

/// The share of a kind in the table; nothing for other kinds.
std::optional<double> listed_share(std::string_view kind);

/// The share of a safe case's points that one kind of finding costs, from 0 to 1. An unknown kind
/// costs everything: a disputed mark is better than an unnoticed error.
double share_of(std::string_view kind);

/// The share that is left of a safe case. Each kind of error is deducted once, however often it was
/// found.
double share_left(std::span<const Finding> findings);

bool has_race(std::span<const Finding> findings);

}  // namespace grader::score
