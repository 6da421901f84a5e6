#include "suite/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

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
    const auto in_word = [&](std::size_t at) {
        return at < name.size() &&
               (std::isalnum(static_cast<unsigned char>(name[at])) || name[at] == '_');
    };
    for (auto at = name.find(function); at != name.npos; at = name.find(function, at + 1))
        if (!(at > 0 && in_word(at - 1)) && !in_word(at + function.size())) return true;
    return false;
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

/// The factor by which the visible cases of a part are reduced because of its hidden cases.
double share_beside_hidden(const std::vector<const Registration*>& cases, Part part) {
    double seen = 0, all = 0;
    for (const Registration* one : cases) {
        if (one->part != part || one->needs == Needs::timing) continue;
        all += one->points;
        if (one->seen == Seen::by_all) seen += one->points;
    }
    return seen > 0 ? seen / all : 1;
}

}  // namespace

std::map<const Registration*, double> points_of(std::string_view lab, bool timed) {
    double fast = 0, weights = 0;
    std::map<const Registration*, double> points;
    const auto cases = cases_of(lab);
    std::map<Part, double> shares;
    for (const Part part : score::parts) shares[part] = share_beside_hidden(cases, part);
    for (const Registration* registration : cases) {
        const bool is_timing = registration->needs == Needs::timing;
        const double worth = registration->points * shares.at(registration->part);
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
