#include "suite/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "lab/spelling.hpp"
#include "score/gate.hpp"

namespace grader::suite {

namespace {

// Created on first use, since registrations in other files may run before this file's statics are
// initialised.
std::vector<const Registration*>& all_cases() {
    static std::vector<const Registration*> cases;
    return cases;
}

}  // namespace

Registration::Registration(const char* lab, Part part, const char* name, double points, Body body,
                           Needs needs, Seen seen)
    : lab(lab), part(part), name(name), points(points), body(body), needs(needs), seen(seen) {
    all_cases().push_back(this);
}

std::string Registration::rung() const {
    const std::size_t colon = name.find(':');
    return colon == std::string::npos ? "" : name.substr(0, colon);
}

bool Registration::names(std::string_view function) const {
    return lab::has_word(name, function);
}

std::vector<const Registration*> cases_of(std::string_view lab) {
    std::vector<const Registration*> cases;
    for (const Registration* registration : all_cases())
        if (registration->lab == lab) cases.push_back(registration);
    return cases;
}

std::vector<std::string> rungs_of(std::string_view lab) {
    std::vector<std::string> rungs;
    for (const Registration* one : cases_of(lab)) {
        const std::string rung = one->rung();
        if (rung.empty()) return {""};
        if (std::ranges::count(rungs, rung) == 0) rungs.push_back(rung);
    }
    return rungs;
}

std::set<const Registration*> cases_named(std::string_view lab, std::string_view words) {
    const auto same_letter = [](unsigned char a, unsigned char b) {
        return std::tolower(a) == std::tolower(b);
    };
    const auto cases = cases_of(lab);
    std::set<const Registration*> named;
    for (const Registration* one : cases) {
        if (std::ranges::search(one->name, words, same_letter).empty()) continue;
        named.insert(one);
        for (const Registration* before : cases)
            if (score::asks_about(one->part, one->rung(), before->part, before->rung()))
                named.insert(before);
    }
    return named;
}

namespace {

using Worth = std::map<const Registration*, double>;

/// The sums of the cases' own numbers, without hidden and timed cases.
score::RungPoints sums_of(const std::vector<const Registration*>& cases) {
    score::RungPoints sums;
    for (const Registration* one : cases)
        if (one->needs == Needs::values && one->seen == Seen::by_all && one->points > 0)
            sums[one->rung()][one->part] += one->points;
    return sums;
}

/// Throws std::runtime_error for the first rung and part that only one of the two has.
void require_same_parts(std::string_view lab, const score::RungPoints& declared,
                        const score::RungPoints& sums) {
    const auto require_in = [&](const score::RungPoints& ones, const score::RungPoints& others,
                                std::string_view fault) {
        for (const auto& [rung, parts] : ones)
            for (const auto& [part, points] : parts)
                if (const auto other = others.find(rung);
                    other == others.end() || !other->second.contains(part))
                    throw std::runtime_error(fmt::format("labs/{}/lab.toml: points: {}, {}: {}",
                                                         lab, rung, score::name_of(part), fault));
    };
    require_in(declared, sums, "the suite has no such case with points");
    require_in(sums, declared, "is missing, and the suite has cases of it");
}

/// What each case is worth before hidden and timed cases take their share. A hidden case of a part
/// that is not declared keeps its own number.
Worth worth_of(std::string_view lab, const std::vector<const Registration*>& cases,
               const score::RungPoints& declared) {
    const auto sums = sums_of(cases);
    if (!declared.empty()) require_same_parts(lab, declared, sums);
    Worth worth;
    for (const Registration* one : cases) {
        worth[one] = one->points;
        const auto rung = declared.find(one->rung());
        if (one->needs == Needs::timing || rung == declared.end()) continue;
        const auto part = rung->second.find(one->part);
        if (part == rung->second.end()) continue;
        worth[one] *= part->second / sums.at(rung->first).at(one->part);
    }
    return worth;
}

/// The factor by which the visible cases of a part are reduced because of its hidden cases.
double share_beside_hidden(const Worth& cases, Part part) {
    double seen = 0, all = 0;
    for (const auto& [one, worth] : cases) {
        if (one->part != part || one->needs == Needs::timing) continue;
        all += worth;
        if (one->seen == Seen::by_all) seen += worth;
    }
    return seen > 0 ? seen / all : 1;
}

}  // namespace

std::map<const Registration*, double> points_of(std::string_view lab, bool timed,
                                                const score::RungPoints& declared) {
    double fast = 0, weights = 0;
    std::map<const Registration*, double> points;
    const auto cases = cases_of(lab);
    const Worth alone = worth_of(lab, cases, declared);
    std::map<Part, double> shares;
    for (const Part part : score::parts) shares[part] = share_beside_hidden(alone, part);
    for (const Registration* registration : cases) {
        const bool is_timing = registration->needs == Needs::timing;
        const double worth = alone.at(registration) * shares.at(registration->part);
        points[registration] = is_timing ? 0 : worth;
        if (is_timing)
            weights += registration->points;
        else if (registration->part == Part::fast)
            fast += worth;
    }
    if (!timed || weights == 0) return points;
    for (auto& [registration, worth] : points) {
        if (registration->needs == Needs::timing)
            worth = fast / 2 * registration->points / weights;
        else if (registration->part == Part::fast)
            worth /= 2;
    }
    return points;
}

std::vector<std::string> suites_of_no_lab(std::span<const std::string> labs) {
    std::set<std::string> unknown;
    for (const Registration* one : all_cases())
        if (std::ranges::find(labs, one->lab) == labs.end()) unknown.insert(one->lab);
    std::vector<std::string> faults;
    for (const auto& name : unknown)
        faults.push_back(fmt::format(
            "a suite in grader/suites or hidden says LAB_SUITE(\"{}\"), and there is no "
            "such lab{}",
            name, lab::suggestion(name, labs)));
    return faults;
}

double full_marks(std::string_view lab) {
    double sum = 0;
    for (const auto& [registration, worth] : points_of(lab, false)) sum += worth;
    return sum;
}

}  // namespace grader::suite
