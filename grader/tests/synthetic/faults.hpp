// Faults during the grading of a class: the grader or its children are killed, disks are full or
// read-only, the clock jumps. Each fault is caused, then grading is started again until it
// completes, and the marks are compared with those of an undisturbed run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/synthetic/grading.hpp"

namespace synthetic {

struct Outcome {
    std::string fault;
    std::string happened;                  // how often, and what the grader said; or why it did not
    std::vector<std::string> differences;  // from the undisturbed marks; files
    bool skipped = false;
};

/// `grading`: what is graded. Its `out` gets a folder for each fault.
std::vector<Outcome> survive_faults(Grading grading);

}  // namespace synthetic
