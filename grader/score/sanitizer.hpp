// What compute-sanitizer said about a lab program on a real device: shown beside the simulator's
// findings, never worth a point. Plain values; grader/sanitizer fills them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grader::score {

struct SanitizerFinding {
    std::string tool;  // "memcheck", "racecheck", "synccheck", "initcheck"
    std::string kind;  // the simulator's name for it: "race", "out_of_bounds", …
    std::string file;  // empty where the tool names no place
    int line = 0;
    std::string message;      // the tool's own first line
    std::uint64_t count = 1;  // reports of the same at the same place

    bool operator==(const SanitizerFinding&) const = default;
};

struct SanitizerReport {
    bool ran = false;
    std::vector<SanitizerFinding> findings;
    std::vector<std::string> troubles;  // runs that came to no end, or in which the tool failed

    bool operator==(const SanitizerReport&) const = default;
};

}  // namespace grader::score
