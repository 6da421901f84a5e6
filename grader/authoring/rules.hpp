// What every lab of the course keeps, whoever wrote it: rules that can be read off its files, and
// off the reference solution's marks. Each fault is one line that says what to do.
#pragma once

#include <string>
#include <vector>

#include "lab/kit.hpp"
#include "score/result.hpp"

namespace grader::authoring {

inline constexpr int fewest_hints = 3;
inline constexpr int fewest_wrong = 8;
inline constexpr int fewest_right = 3;

struct Rule {
    const char* promise;              // "the lab has hints in at least three steps"
    std::vector<std::string> faults;  // empty where it is kept
};

/// Of files alone; nothing is built or run.
std::vector<Rule> rules_of_files(const lab::Kit& kit, const lab::Lab& lab);

/// Of what grading the reference solution gave.
std::vector<Rule> rules_of_marks(const lab::Lab& lab, const score::LabResult& solution);

/// Of what grading the skeleton gave.
Rule rule_of_skeleton(const score::LabResult& skeleton);

}  // namespace grader::authoring
