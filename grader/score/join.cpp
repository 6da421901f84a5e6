#include "score/join.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "score/findings.hpp"
#include "score/part.hpp"

namespace grader::score {

namespace {

PartResult& part_of(LabResult& lab, const std::string& name) {
    const auto known = std::ranges::find(lab.parts, name, &PartResult::name);
    if (known != lab.parts.end()) return *known;
    const auto place = [](const std::string& part) {
        return std::ranges::find(parts, part, [](Part one) { return name_of(one); });
    };
    const auto behind = std::ranges::find_if(
        lab.parts, [&](const PartResult& other) { return place(other.name) > place(name); });
    return *lab.parts.insert(behind, PartResult{.name = name, .cases = {}});
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
        PartResult& to = part_of(lab, part.name);
        add(to, std::move(part));
    }
    merge_apart(lab.findings, rung.findings);
    std::ranges::move(rung.kernels, std::back_inserter(lab.kernels));
    std::ranges::move(rung.work, std::back_inserter(lab.work));
    std::ranges::move(rung.times, std::back_inserter(lab.times));
    for (std::string& function : rung.to_predict)  // several rungs may ask about the same one
        if (!std::ranges::count(lab.to_predict, function))
            lab.to_predict.push_back(std::move(function));
}

}  // namespace grader::score
