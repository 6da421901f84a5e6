// What may happen to a grader while it grades a class: it is killed, or what it has started, disks
// are full or read-only, the clock jumps. Each fault is made to happen, then grading is started
// again until it is through, and the marks are held against those of an undisturbed run.
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

/// `grading` says what is graded; its `out` is a folder for one folder a fault.
std::vector<Outcome> survive_faults(Grading grading);

}  // namespace synthetic
