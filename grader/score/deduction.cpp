#include "score/deduction.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace grader::score {

namespace {

constexpr std::pair<std::string_view, double> shares[] = {
    {"leak", 0.25},
    {"bad_copy", 0.5},
    {"launch_error", 0.5},
    {"misaligned", 0.5},
    {"uninitialized_read", 0.5},
    {"unsynchronized_access", 0.5},
    {"order_dependence", 0.5},
    {"barrier_divergence", 0.75},
    {"race", 0.75},
    {"out_of_bounds", 0.75},
    {"use_after_free", 0.75},
    {"constant_write", 0.75},
    {"deadlock", 1},
    {"livelock", 1},
    {"stack_overflow", 1},
    {"host_pointer", 1},
    {"device_pointer", 1},
    {"assertion", 1},
    {"crash", 1},
    {"unsupported", 1},
};

bool is_error(const Finding& finding) {
    return finding.severity == Severity::error;
}

}  // namespace

std::optional<double> listed_share(std::string_view kind) {
    for (const auto& [known, share] : shares)
        if (known == kind) return share;
    return std::nullopt;
}

double share_of(std::string_view kind) {
    return listed_share(kind).value_or(1);
}

double share_left(std::span<const Finding> findings) {
    std::set<std::string_view> kinds;
    for (const Finding& finding : findings)
        if (is_error(finding)) kinds.insert(finding.kind);
    double left = 1;
    for (const std::string_view kind : kinds) left -= share_of(kind);
    return std::max(left, 0.0);
}

bool has_race(std::span<const Finding> findings) {
    return std::ranges::any_of(findings, [](const Finding& finding) {
        return is_error(finding) && finding.kind == "race";
    });
}

}  // namespace grader::score
