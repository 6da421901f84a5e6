#include "score/gate.hpp"

#include <algorithm>
#include <vector>

namespace grader::score {

namespace {

std::string in_rung(const std::string& rung) {
    return rung.empty() ? "" : " of " + rung;
}

}  // namespace

std::optional<std::string> reason_not_to_run(Part part, const std::string& rung,
                                             std::span<const Done> done) {
    if (part == Part::correct) return std::nullopt;
    std::vector<Done> own;
    for (const Done& other : done)
        if (rung.empty() || other.rung == rung) own.push_back(other);
    const auto counts = [](const Done& other) {
        return other.part == Part::correct && other.points > 0;
    };
    const auto passes = [&](const Done& other) {
        return counts(other) && other.passed && other.computed;
    };
    const auto fails = [&](const Done& other) { return counts(other) && !other.passed; };

    if (std::ranges::none_of(own, passes))
        return "not run, because no correct case" + in_rung(rung) + " has passed";
    if (part == Part::safe) return std::nullopt;
    if (std::ranges::any_of(own, fails))
        return "not run, because not every correct case" + in_rung(rung) + " has passed";
    if (std::ranges::any_of(own, &Done::raced))
        return "not run, because a race was found" + (rung.empty() ? "" : " in " + rung);
    return std::nullopt;
}

}  // namespace grader::score
