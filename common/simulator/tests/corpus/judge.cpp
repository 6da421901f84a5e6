#include "simulator/tests/corpus/judge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace corpus {
namespace {

using nlohmann::json;

// For findings of these kinds, EXPECT does not say which the other line is. Other kinds have only
// one line.
constexpr const char* of_two_parties[] = {"race", "barrier_divergence", "deadlock",
                                          "unsynchronized_access"};

// One line or two. A side whose line is unknown, such as an exited thread, has none.
std::vector<int> lines_of(const json& finding) {
    std::vector<int> lines{finding.at("line").get<int>()};
    if (finding.contains("other")) lines.push_back(finding["other"].at("line").get<int>());
    std::erase(lines, 0);
    return lines;
}

bool names_both(const Promised& promised, const std::vector<int>& lines) {
    const auto in_turn = [&](int one, int other) {
        return promised.lines.contains(one) && promised.others.contains(other);
    };
    return lines.size() == 2 && (in_turn(lines[0], lines[1]) || in_turn(lines[1], lines[0]));
}

bool is(const json& finding, const Promised& promised) {
    if (finding.at("kind") != promised.kind || finding.at("severity") != promised.severity)
        return false;
    const std::vector<int> lines = lines_of(finding);
    if (!promised.others.empty()) return names_both(promised, lines);
    const auto expected = [&](int line) { return promised.lines.contains(line); };
    const bool open = std::ranges::find(of_two_parties, promised.kind) != std::end(of_two_parties);
    if (open && !promised.alone) return std::ranges::any_of(lines, expected);
    return !lines.empty() && std::ranges::all_of(lines, expected);
}

bool is_one_of(const json& finding, const std::vector<Promised>& promised) {
    return std::ranges::any_of(promised, [&](const Promised& one) { return is(finding, one); });
}

}  // namespace

std::vector<std::string> complaints(const Promises& promises, const json& findings) {
    std::vector<std::string> result;
    for (const Promised& one : promises.must)
        if (std::none_of(findings.begin(), findings.end(),
                         [&](const json& finding) { return is(finding, one); }))
            result.push_back("not found: " + one.describe());
    for (const json& finding : findings) {
        if (promises.is_clean() && finding.at("severity") == "note") continue;
        if (!is_one_of(finding, promises.must) && !is_one_of(finding, promises.may))
            result.push_back("not expected: " + describe(finding) + ": " +
                             finding.value("message", ""));
    }
    return result;
}

std::string describe(const json& finding) {
    return fmt::format("{} {} {}", finding.at("kind").get<std::string>(),
                       finding.at("severity").get<std::string>(),
                       fmt::join(lines_of(finding), " "));
}

}  // namespace corpus
