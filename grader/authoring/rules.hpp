// The rules that every lab of the course keeps: those that can be checked from its files, and those
// from the marks of the reference solution. Each fault is one line that says what to do.
#pragma once

#include <string>
#include <vector>

#include "lab/kit.hpp"
#include "score/result.hpp"

namespace grader::authoring {

inline constexpr int fewest_hints = 3;
inline constexpr std::size_t fewest_wrong = 8;
inline constexpr std::size_t fewest_right = 3;

struct Rule {
    const char* promise;              // "the lab has hints in at least three steps"
    std::vector<std::string> faults;  // empty if the rule is kept
};

/// Checks files only; nothing is built or run.
std::vector<Rule> rules_of_files(const lab::Kit& kit, const lab::Lab& lab);

/// Checks the result of grading the reference solution.
std::vector<Rule> rules_of_marks(const lab::Lab& lab, const score::LabResult& solution);

/// Checks the result of grading the skeleton.
Rule rule_of_skeleton(const score::LabResult& skeleton);

}  // namespace grader::authoring
