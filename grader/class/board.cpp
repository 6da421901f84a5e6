#include "class/board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace grader::classes {
namespace {

/// Cases without a limit or a reference time are left out.
double geometric_mean(const std::vector<double>& ratios) {
    double sum = 0;
    for (const double ratio : ratios) sum += std::log(ratio);
    return ratios.empty() ? 0 : std::exp(sum / static_cast<double>(ratios.size()));
}

Ranked by_time(const score::LabResult& result) {
    Ranked place{
        .student = {}, .ratio = 0, .rival = result.times.front().rival, .cases = 0, .trouble = {}};
    std::vector<double> ratios;
    for (const auto& time : result.times) {
        if (time.is_below_roof() && place.trouble.empty())
            place.trouble = fmt::format(
                "{} in {:.2f} us, and reading its inputs takes {:.2f} at the memory's full rate",
                time.what, time.microseconds, time.least);
        if (time.ratio() > 0) ratios.push_back(time.ratio());
    }
    place.ratio = geometric_mean(ratios);
    place.cases = ratios.size();
    return place;
}

Ranked by_estimate(const score::LabResult& result) {
    std::vector<double> ratios;
    for (const auto& work : result.work)
        if (work.ratio() > 0) ratios.push_back(1 / work.ratio());
    return {.student = {},
            .ratio = geometric_mean(ratios),
            .rival = "the limits",
            .cases = ratios.size(),
            .trouble = {}};
}

std::optional<Ranked> place_of(const Standing& standing) {
    if (!standing.attempt || standing.attempt->outcome != Outcome::graded) return std::nullopt;
    const auto& result = standing.attempt->result;
    if (!has_right_values(result)) return std::nullopt;
    auto place = result.times.empty() ? by_estimate(result) : by_time(result);
    if (place.cases == 0) return std::nullopt;
    place.student = standing.student;
    return place;
}

}  // namespace

std::vector<Ranked> board_of(const std::vector<Standing>& standings, const std::string& lab) {
    std::vector<Ranked> board;
    for (const auto& standing : standings) {
        if (standing.lab != lab) continue;
        if (auto place = place_of(standing)) board.push_back(std::move(*place));
    }
    std::ranges::stable_sort(board, [](const Ranked& a, const Ranked& b) {
        if (a.trouble.empty() != b.trouble.empty()) return a.trouble.empty();
        return a.ratio > b.ratio;
    });
    return board;
}

}  // namespace grader::classes
