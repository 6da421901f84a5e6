#include "score/gate.hpp"

#include <algorithm>

namespace grader::score {

namespace {

std::string in_rung(const std::string& rung) {
    return rung.empty() ? "" : " of " + rung;
}

bool is_on(const std::string& rung, const std::string& other) {
    return rung.empty() || other == rung;
}

bool counts(const Done& done) {
    return done.part == Part::correct && done.points > 0;
}

}  // namespace

bool asks_about(Part part, const std::string& rung, Part before, const std::string& rung_before) {
    const bool is_asked = before == Part::correct || before == Part::safe;
    return is_asked && before < part && is_on(rung, rung_before);
}

bool has_passed(const std::string& rung, std::span<const Done> done) {
    return std::ranges::any_of(done, [&](const Done& other) {
        return is_on(rung, other.rung) && counts(other) && other.passed && other.computed;
    });
}

bool has_passed_most(const std::string& rung, std::span<const Done> done) {
    const Done* most = nullptr;
    for (const Done& other : done)
        if (is_on(rung, other.rung) && counts(other) && (!most || other.points > most->points))
            most = &other;
    return most && most->passed;
}

std::optional<std::string> reason_not_to_run(Part part, const std::string& rung,
                                             std::span<const Done> done) {
    if (part == Part::correct) return std::nullopt;
    if (!has_passed(rung, done))
        return "not run, because no correct case" + in_rung(rung) + " has passed";
    if (part == Part::safe) return std::nullopt;
    const auto fails = [&](const Done& other) {
        return is_on(rung, other.rung) && counts(other) && !other.passed;
    };
    const auto raced = [&](const Done& other) { return is_on(rung, other.rung) && other.raced; };
    if (std::ranges::any_of(done, fails))
        return "not run, because not every correct case" + in_rung(rung) + " has passed";
    if (std::ranges::any_of(done, raced))
        return "not run, because a race was found" + (rung.empty() ? "" : " in " + rung);
    return std::nullopt;
}

}  // namespace grader::score
