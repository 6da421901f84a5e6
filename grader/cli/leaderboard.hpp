// `grade leaderboard`: how fast right answers are. Shows a student's own best time for each shape,
// from the attempts that `grade list` counts, or a class's leaderboard from its gradebook.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "cli/attempts.hpp"
#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

/// The best record of each case: first the simulator's estimates, then times on a device, these for
/// each shape. Times below the minimum that memory bandwidth allows are left out and reported.
struct OwnBest {
    std::vector<Record> best, below_roof;
};
OwnBest best_of(const std::vector<Record>& records);

ExitStatus leaderboard(const lab::Kit& kit, const std::vector<std::string>& labs,
                       std::ostream& out);

/// Throws ClassError if `folder` has no gradebook.
ExitStatus class_leaderboard(const lab::Kit& kit, const std::vector<std::string>& labs,
                             const std::filesystem::path& folder, std::ostream& out);

}  // namespace grader::cli
