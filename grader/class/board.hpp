// A class's leaderboard for one lab, from the marks in force. If the class has times from a device,
// they are compared with the reference's times; otherwise the simulator's estimates are compared
// with their limits. A time below the minimum that memory bandwidth allows is an error, and not
// ranked.
#pragma once

#include <string>
#include <vector>

#include "class/gradebook.hpp"

namespace grader::classes {

struct Ranked {
    std::string student;
    double ratio = 0;   // geometric mean over the cases; above 1: faster than the reference
    std::string rival;  // "cuBLAS", "the solution", "the limits"
    std::size_t cases = 0;
    std::string trouble;  // why this does not count as a record; empty if it does

    bool operator==(const Ranked&) const = default;
};

/// The fastest first, and those that do not count last. Only submissions with correct values are
/// included.
std::vector<Ranked> board_of(const std::vector<Standing>& standings, const std::string& lab);

}  // namespace grader::classes
