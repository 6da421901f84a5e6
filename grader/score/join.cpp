#include "score/join.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "score/findings.hpp"

namespace grader::score {

namespace {

PartResult& part_of(LabResult& lab, Part part) {
    const auto place = std::ranges::lower_bound(lab.parts, part, {}, &PartResult::part);
    if (place != lab.parts.end() && place->part == part) return *place;
    return *lab.parts.insert(place, PartResult{.part = part, .cases = {}});
}

void add(PartResult& part, PartResult more) {
    part.score += more.score;
    part.max_score += more.max_score;
    std::ranges::move(more.cases, std::back_inserter(part.cases));
}

}  // namespace

void join(LabResult& lab, LabResult rung) {
    lab.score += rung.score;
    lab.max_score += rung.max_score;
    for (PartResult& part : rung.parts) {
        PartResult& to = part_of(lab, part.part);
        add(to, std::move(part));
    }
    merge_apart(lab.findings, rung.findings);
    std::ranges::move(rung.kernels, std::back_inserter(lab.kernels));
    std::ranges::move(rung.work, std::back_inserter(lab.work));
    std::ranges::move(rung.gates, std::back_inserter(lab.gates));
    std::ranges::move(rung.times, std::back_inserter(lab.times));
    for (std::string& function : rung.to_predict)  // several rungs may ask about the same one
        if (!std::ranges::count(lab.to_predict, function))
            lab.to_predict.push_back(std::move(function));
}

}  // namespace grader::score
