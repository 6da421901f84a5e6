// Runs a lab's program under compute-sanitizer, confined, and collects its findings. Always ends,
// whatever the program does. If a tool fails, the report says so in a line, and the grader
// continues.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sandbox/sandbox.hpp"
#include "score/sanitizer.hpp"

namespace grader::sanitizer {

/// The tool on PATH, with links resolved; nothing if there is none.
std::optional<std::filesystem::path> find_tool();

struct Watched {
    std::filesystem::path program;            // built for the device
    std::vector<std::string> runs;            // its arguments, one entry for each run
    std::vector<std::string> sources;         // names of the files from which it was built
    std::chrono::milliseconds limit{20'000};  // for one run under one tool
};

/// All runs under memcheck, racecheck, synccheck and initcheck. The four run in parallel, since
/// most of a run is the start of the tool, on one core.
score::SanitizerReport check(const std::filesystem::path& tool, const Watched& watched,
                             const sandbox::Sandbox& sandbox);

}  // namespace grader::sanitizer
