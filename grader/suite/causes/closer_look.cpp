#include "suite/causes/closer_look.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace grader::suite {

namespace {

constexpr std::size_t most_rows_shown = 8;  // of the picture

// If the lanes need nearly what they cost, the failure has another reason.
bool is_wasteful(const score::WorstLine& line) {
    return line.cost > line.least && line.cost - line.least >= line.least / 4;
}

// No access explains a wrong number of launches, threads or blocks.
bool is_about_accesses(std::string_view complaint) {
    constexpr std::array<std::string_view, 8> words{"sector", "request", "wavefront", "conflict",
                                                    "load",   "store",   "atomic",    " us "};
    if (complaint.find(too_few_blocks) != complaint.npos) return false;
    return complaint.empty() || std::ranges::any_of(words, [&](std::string_view word) {
               return complaint.find(word) != complaint.npos;
           });
}

/// The kinds of access that the complaint is about; empty if any may be.
std::vector<std::string> kinds_in(std::string_view complaint) {
    const auto says = [&](const char* words) { return complaint.find(words) != complaint.npos; };
    if (says("store_requests") || says("stores of") || says("store_sectors")) return {"store"};
    if (says("loads of") || says("are loaded") || says("load_sectors")) return {"load"};
    if (says("atomic")) return {"red", "atom"};
    return {};
}

/// Conflicts of banks and wavefronts are of shared memory, and no line of another one explains
/// them.
bool may_explain(const score::WorstLine& line, std::string_view complaint) {
    const bool of_shared = complaint.find("bank conflict") != complaint.npos ||
                           complaint.find("wavefront") != complaint.npos;
    return !of_shared || line.space == "shared";
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
                                 const std::vector<std::string>& kinds,
                                 std::string_view complaint) {
    const bool of_time = complaint.find(" us ") != complaint.npos;
    const score::WorstLine* worst = nullptr;
    for (const score::Kernel& launch : launches)
        for (const score::WorstLine& line : launch.worst_lines)
            if (is_wasteful(line) && is_one_of(kinds, line.op) && may_explain(line, complaint) &&
                !(of_time && is_trifle(line, launch)) &&
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
std::string by_array(const std::vector<score::Kernel>& launches,
                     const std::vector<std::string>& kinds) {
    std::string text;
    if (kinds.empty()) return text;
    for (const score::Kernel& launch : launches)
        for (const score::ArrayTraffic& array : launch.arrays) {
            if (!is_one_of(kinds, array.op)) continue;
            text += fmt::format("\n  {}: {}: {} requests, {} sectors", launch.name,
                                what(array.op, array.name), array.requests, array.sectors);
        }
    return text;
}

}  // namespace

std::string closer_look(const std::vector<score::Kernel>& launches, std::string_view complaint) {
    if (!is_about_accesses(complaint)) return {};
    const auto kinds = kinds_in(complaint);
    const score::WorstLine* const line = worst_of(launches, kinds, complaint);
    if (!line) return by_array(launches, kinds);
    const bool shared = line->space == "shared";
    std::string text = fmt::format("\n  {}:{}: {}: {} {}, {} would do", line->file, line->line,
                                   what(line->op, line->array), line->cost,
                                   score::unit_of(line->space), line->least);
    const auto& rows = line->picture;
    if (rows.empty()) return text;
    text += "; one request:";
    const std::size_t shown = rows.size() <= most_rows_shown ? rows.size() : most_rows_shown - 1;
    for (std::size_t i = 0; i < shown; ++i) text += "\n  " + rows[i];
    if (shown < rows.size()) text += fmt::format("\n    ... and {} rows more", rows.size() - shown);
    return text + (shared
                       ? "\n  0-9, a-v: the lane that a bank serves; *: several; '.': unused"
                       : "\n  0-9, a-v: the lane that uses these 4 bytes; *: several; '.': unused");
}

}  // namespace grader::suite
