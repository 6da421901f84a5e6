// compute-sanitizer's findings about a lab program on a real device. They are shown beside the
// simulator's findings, and never affect points. Plain data; grader/sanitizer fills it in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grader::score {

struct SanitizerFinding {
    std::string tool;  // "memcheck", "racecheck", "synccheck", "initcheck"
    std::string kind;  // the simulator's name: "race", "out_of_bounds", …
    std::string file;  // empty if the tool names no place
    int line = 0;
    std::string message;      // the first line of the tool's report
    std::uint64_t count = 1;  // number of equal reports at the same place

    bool operator==(const SanitizerFinding&) const = default;
};

struct SanitizerReport {
    bool ran = false;
    std::vector<SanitizerFinding> findings;
    std::vector<std::string> troubles;  // runs that did not end, or in which the tool failed

    bool operator==(const SanitizerReport&) const = default;
};

}  // namespace grader::score
