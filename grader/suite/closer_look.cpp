#include "suite/closer_look.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader::suite {

namespace {

constexpr std::size_t most_rows_shown = 8;  // of the picture

// Where the lanes need nearly what they cost, the reason for a failure is another.
bool is_wasteful(const score::WorstLine& line) {
    return line.cost > line.least && line.cost - line.least >= line.least / 4;
}

const score::WorstLine* worst_of(const std::vector<score::Kernel>& launches) {
    const score::WorstLine* worst = nullptr;
    for (const score::Kernel& launch : launches)
        for (const score::WorstLine& line : launch.worst_lines)
            if (is_wasteful(line) &&
                (!worst || line.cost - line.least > worst->cost - worst->least))
                worst = &line;
    return worst;
}

std::string what(const score::WorstLine& line) {
    const std::string array = line.array.empty() ? "an array" : line.array;
    if (line.op == "load") return "loads of " + array;
    if (line.op == "store") return "stores to " + array;
    return "atomics on " + array;
}

}  // namespace

std::string closer_look(const std::vector<score::Kernel>& launches) {
    const score::WorstLine* const line = worst_of(launches);
    if (!line) return {};
    const bool shared = line->space == "shared";
    std::string text =
        fmt::format("\n  {}:{}: {}: {} {}, {} would do; one request:", line->file, line->line,
                    what(*line), line->cost, shared ? "wavefronts" : "sectors", line->least);
    const auto& rows = line->picture;
    const std::size_t shown = rows.size() <= most_rows_shown ? rows.size() : most_rows_shown - 1;
    for (std::size_t i = 0; i < shown; ++i) text += "\n  " + rows[i];
    if (shown < rows.size()) text += fmt::format("\n    ... and {} rows more", rows.size() - shown);
    return text + (shared
                       ? "\n  0-9, a-v: the lane that a bank serves; *: several; '.': unused"
                       : "\n  0-9, a-v: the lane that uses these 4 bytes; *: several; '.': unused");
}

}  // namespace grader::suite
