// `grade leaderboard`: how fast right answers are. One's own best of each shape, from the attempts
// that `grade list` counts, or a class's board from its gradebook.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "cli/attempts.hpp"
#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

/// Of each case that was recorded the best, the simulator's estimates before times on a device, and
/// of these each shape's. A time below what memory allows is left out, and told.
struct OwnBest {
    std::vector<Record> best, below_roof;
};
OwnBest best_of(const std::vector<Record>& records);

ExitStatus leaderboard(const lab::Kit& kit, const std::vector<std::string>& labs,
                       std::ostream& out);

/// Throws ClassError where `folder` has no gradebook.
ExitStatus class_leaderboard(const lab::Kit& kit, const std::vector<std::string>& labs,
                             const std::filesystem::path& folder, std::ostream& out);

}  // namespace grader::cli
