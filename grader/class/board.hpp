// A class's board of one lab: who is how fast, of the marks that stand. By the times on a device
// where the class has them, each as a ratio to its rival's, else by the simulator's estimates
// beside their limits. A time below what memory allows is an error, and no record.
#pragma once

#include <string>
#include <vector>

#include "class/gradebook.hpp"

namespace grader::classes {

struct Ranked {
    std::string student;
    double ratio = 0;   // the geometric mean over the cases; above 1: faster than the rival
    std::string rival;  // "cuBLAS", "the solution", "the limits"
    std::size_t cases = 0;
    std::string trouble;  // why this is no record; empty: it is one

    bool operator==(const Ranked&) const = default;
};

/// The fastest first, those that are no records last. Only of answers whose values are right.
std::vector<Ranked> board_of(const std::vector<Standing>& standings, const std::string& lab);

}  // namespace grader::classes
