// Runs a lab's program by itself under compute-sanitizer, confined, and collects what is said.
// Promises to come to an end whatever the program does, and that a tool which fails is a line in
// the report, not an error of the grader's.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sandbox/sandbox.hpp"
#include "score/sanitizer.hpp"

namespace grader::sanitizer {

/// The tool where it is on PATH, links resolved.
std::optional<std::filesystem::path> find_tool();

struct Watched {
    std::filesystem::path program;            // built for the device
    std::vector<std::string> runs;            // its arguments, a line for each run
    std::vector<std::string> sources;         // names of the files it was built from
    std::chrono::milliseconds limit{20'000};  // of one run under one tool
};

/// Every run under memcheck, racecheck, synccheck and initcheck, the four of them side by side:
/// most of a run is the start of the tool, on one core.
score::SanitizerReport check(const std::filesystem::path& tool, const Watched& watched,
                             const sandbox::Sandbox& sandbox);

}  // namespace grader::sanitizer
