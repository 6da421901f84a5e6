#include "suite/causes/closer_look.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace grader::suite {

namespace {

constexpr std::size_t most_rows_shown = 8;  // of the picture

// If the lanes need nearly what they cost, the failure has another reason.
bool is_wasteful(const score::WorstLine& line) {
    return line.cost > line.least && line.cost - line.least >= line.least / 4;
}

/// The kinds of access, as the simulator names them; empty for any.
std::vector<std::string> kinds_of(const Accesses& accesses) {
    switch (accesses.of) {
        case Accesses::Of::loads:
            return {"load"};
        case Accesses::Of::stores:
            return {"store"};
        case Accesses::Of::atomics:
            return {"red", "atom"};
        case Accesses::Of::nothing:
        case Accesses::Of::anything:
            break;
    }
    return {};
}

bool is_one_of(const std::vector<std::string>& kinds, const std::string& kind) {
    return kinds.empty() || std::ranges::count(kinds, kind) > 0;
}

// Whether the waste is so small a part of the launch's traffic that it explains no time.
bool is_trifle(const score::WorstLine& line, const score::Kernel& launch) {
    const bool shared = line.space == "shared";
    const std::uint64_t all =
        shared
            ? launch.counter("shared_load_wavefronts") + launch.counter("shared_store_wavefronts")
            : launch.counter("global_load_sectors") + launch.counter("global_store_sectors");
    constexpr std::uint64_t least_share = 20;
    return least_share * (line.cost - line.least) < all;
}

const score::WorstLine* worst_of(const std::vector<score::Kernel>& launches,
                                 const Accesses& accesses) {
    const auto kinds = kinds_of(accesses);
    const score::WorstLine* worst = nullptr;
    for (const score::Kernel& launch : launches)
        for (const score::WorstLine& line : launch.worst_lines)
            if (is_wasteful(line) && is_one_of(kinds, line.op) &&
                (!accesses.shared || line.space == "shared") &&
                !(accesses.of_time && is_trifle(line, launch)) &&
                (!worst || line.cost - line.least > worst->cost - worst->least))
                worst = &line;
    return worst;
}

std::string what(const std::string& op, const std::string& name) {
    const std::string array = name.empty() ? "an array" : name;
    if (op == "load") return "loads of " + array;
    if (op == "store") return "stores to " + array;
    return "atomics on " + array;
}

/// The arrays that accesses of these kinds use, and how often.
score::Lines by_array(const std::vector<score::Kernel>& launches,
                      const std::vector<std::string>& kinds) {
    score::Lines lines;
    if (kinds.empty()) return lines;
    for (const score::Kernel& launch : launches)
        for (const score::ArrayTraffic& array : launch.arrays)
            if (is_one_of(kinds, array.op))
                lines.push_back(
                    {score::LineKind::cause,
                     fmt::format("{}: {}: {} requests, {} sectors", launch.name,
                                 what(array.op, array.name), array.requests, array.sectors)});
    return lines;
}

/// What the lanes of one request access, row by row, with its legend.
score::Lines drawing_of(const score::WorstLine& line) {
    score::Lines lines;
    const auto& rows = line.picture;
    if (rows.empty()) return lines;
    const std::size_t shown = rows.size() <= most_rows_shown ? rows.size() : most_rows_shown - 1;
    for (std::size_t i = 0; i < shown; ++i) lines.push_back({score::LineKind::row, rows[i]});
    if (shown < rows.size())
        lines.push_back(
            {score::LineKind::row, fmt::format("  ... and {} rows more", rows.size() - shown)});
    lines.push_back({score::LineKind::row,
                     fmt::format("one request; 0-9, a-v: the lane that {}; *: several; '.': unused",
                                 line.space == "shared" ? "a bank serves" : "uses these 4 bytes")});
    return lines;
}

}  // namespace

score::Lines closer_look(const std::vector<score::Kernel>& launches, const Accesses& accesses) {
    if (accesses.of == Accesses::Of::nothing) return {};
    const score::WorstLine* const line = worst_of(launches, accesses);
    if (!line) return by_array(launches, kinds_of(accesses));
    return score::Lines{{score::LineKind::cause,
                         fmt::format("{}:{}: {}: {} {}, {} would do", line->file, line->line,
                                     what(line->op, line->array), line->cost,
                                     score::unit_of(line->space), line->least)}} +
           drawing_of(*line);
}

}  // namespace grader::suite
