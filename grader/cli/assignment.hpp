// One lab to be graded, as the process that supervises hands it to the one that grades.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "build/build.hpp"
#include "lab/kit.hpp"
#include "sandbox/sandbox.hpp"
#include "score/result.hpp"

namespace grader::cli {

struct Assignment {
    std::string lab;                   // slug
    std::filesystem::path submission;  // folder with the lab's editable files
    build::Backend backend = build::Backend::sim;
    std::string device;
    sandbox::Kind sandbox = sandbox::Kind::bubblewrap;
    std::vector<std::string> orders;
    std::uint64_t seed = 0;
    std::filesystem::path log;
    std::chrono::milliseconds call_limit{10'000};
    bool until_first_failure = false;  // see suite::Request
    std::string only_case;             // likewise
    unsigned at_once = 1;              // see grade_rungs
};

std::string to_line(const Assignment& assignment);
/// Throws std::exception on anything `to_line` did not write.
Assignment assignment_from_line(const std::string& line);

/// Builds and grades in this process. Whatever the submission does becomes part of the result.
score::LabResult grade_here(const lab::Kit& kit, const Assignment& assignment);

/// The same in a process of its own, so that not even the grader's own crash ends the run.
score::LabResult grade_apart(const Assignment& assignment);

/// The other end of `grade_apart`: an assignment from standard input, the result to descriptor 3.
void serve_assignment(const lab::Kit& kit);

}  // namespace grader::cli
