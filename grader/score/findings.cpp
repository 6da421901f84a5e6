#include "score/findings.hpp"

#include <algorithm>
#include <climits>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "simulator/report/findings/kinds.hpp"

namespace grader::score {

namespace {

using Place = std::pair<std::string, int>;

// The order of the two sides of a race does not matter.
std::pair<Place, Place> lines_of(const Finding& finding) {
    const Place own{finding.file, finding.line};
    const Place other =
        finding.other ? Place(finding.other->file, finding.other->line) : Place("", 0);
    if (finding.kind == "race" && finding.other && other < own) return {other, own};
    return {own, other};
}

// As the simulator has it; a kind that it does not know comes last.
int urgency_of(std::string_view kind) {
    const auto known = std::ranges::find(cusim::report::kinds, kind, &cusim::report::KindRow::name);
    return known == std::end(cusim::report::kinds) ? INT_MAX : known->urgency;
}

bool same_cause(const Finding& one, const Finding& other) {
    if (one.kind != other.kind || one.severity != other.severity) return false;
    if (!one.cause.empty() && one.cause == other.cause) return true;
    return lines_of(one) == lines_of(other);
}

}  // namespace

std::size_t merge(std::vector<Finding>& findings, const Finding& finding) {
    const auto known = std::ranges::find_if(
        findings, [&](const Finding& other) { return same_cause(other, finding); });
    const auto place = static_cast<std::size_t>(known - findings.begin());
    if (known == findings.end()) {
        findings.push_back(finding);
        return place;
    }
    known->count += finding.count;
    known->hidden = known->hidden && finding.hidden;
    if (!known->witness) known->witness = finding.witness;
    return place;
}

void merge(std::vector<Finding>& findings, std::span<const Finding> more) {
    for (const Finding& finding : more) merge(findings, finding);
}

void merge_apart(std::vector<Finding>& findings, std::span<const Finding> more) {
    for (const Finding& finding : more) {
        if (finding.line > 0)
            merge(findings, finding);
        else
            findings.push_back(finding);
    }
}

void retell(std::vector<Finding>& findings, std::span<const Finding> better) {
    for (Finding& known : findings) {
        const auto first = std::ranges::find_if(
            better, [&](const Finding& other) { return same_cause(known, other); });
        if (first == better.end()) continue;
        const auto count = known.count;
        const auto witness = known.witness;
        known = *first;
        known.count = count;
        if (!known.witness) known.witness = witness;
    }
}

void add_witnesses(std::vector<Finding>& findings, std::span<const Finding> seen_again) {
    for (Finding& finding : findings) {
        const auto again = std::ranges::find_if(seen_again, [&](const Finding& other) {
            return other.witness && same_cause(other, finding);
        });
        if (again != seen_again.end() && !finding.witness) finding.witness = again->witness;
    }
}

void put_bad_accesses_first(std::vector<Finding>& findings) {
    const int order = urgency_of("race");
    std::ranges::stable_partition(findings, [&](const Finding& finding) {
        return finding.severity == Severity::error && urgency_of(finding.kind) < order;
    });
}

std::string line_start(const Finding& finding) {
    const auto place =
        finding.line > 0 ? " at " + finding.file + ":" + std::to_string(finding.line) : "";
    return finding.kind + place + ": ";
}

std::string one_line(const Finding& finding) {
    return line_start(finding) + finding.message.substr(0, finding.message.find('\n'));
}

Lines first_lines(std::span<const Finding> findings) {
    constexpr std::size_t most_shown = 3;
    Lines lines;
    for (const Finding& finding : findings.first(std::min(findings.size(), most_shown)))
        lines.push_back({LineKind::finding, one_line(finding)});
    return lines;
}

}  // namespace grader::score
