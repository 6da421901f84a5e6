#include "score/hidden.hpp"

#include <algorithm>
#include <set>

#include "score/findings.hpp"

namespace grader::score {

namespace {

constexpr const char* not_shown = "details of hidden cases are not shown";

void hide_details(CaseResult& result) {
    if (result.status != CaseStatus::not_run) result.message = {};
    if (result.status == CaseStatus::failed) result.message = not_shown;
    result.wrong.reset();
    result.elapsed = {};
}

/// One case in place of a part's hidden cases.
CaseResult joined(const std::vector<CaseResult>& cases) {
    CaseResult sum;
    sum.name = "hidden cases";
    sum.hidden = true;
    sum.status = CaseStatus::passed;
    for (const CaseResult& one : cases) {
        sum.score += one.score;
        sum.max_score += one.max_score;
        if (one.status == CaseStatus::failed || sum.status == CaseStatus::passed)
            sum.status = one.status;
    }
    hide_details(sum);
    return sum;
}

void hide_cases(PartResult& part, OfHidden rule) {
    if (rule == OfHidden::name) {
        for (CaseResult& result : part.cases)
            if (result.hidden) hide_details(result);
        return;
    }
    std::vector<CaseResult> hidden;
    std::ranges::copy_if(part.cases, std::back_inserter(hidden), &CaseResult::hidden);
    std::erase_if(part.cases, &CaseResult::hidden);
    if (rule == OfHidden::part && !hidden.empty()) part.cases.push_back(joined(hidden));
}

/// Cases of the part "safe" tell what every case of their rung has found.
void hide_in_message(Message& message, const Finding& finding) {
    const auto start = line_start(finding);
    for (Line& line : message.lines)
        if (line.words.starts_with(start)) line.words = "found in a hidden case, and not shown";
}

}  // namespace

bool has_hidden_cases(const LabResult& lab) {
    return std::ranges::any_of(lab.parts, [](const PartResult& part) {
        return std::ranges::any_of(part.cases, &CaseResult::hidden);
    });
}

LabResult as_shown(LabResult lab, OfHidden rule) {
    if (rule == OfHidden::all) return lab;
    std::set<std::string> names;
    for (const PartResult& part : lab.parts)
        for (const CaseResult& result : part.cases)
            if (result.hidden) names.insert(result.name);
    const auto is_of_hidden = [&](const auto& each) { return names.contains(each.name); };
    std::erase_if(lab.work, is_of_hidden);
    std::erase_if(lab.gates, is_of_hidden);
    std::erase_if(lab.kernels, &Kernel::hidden);
    for (PartResult& part : lab.parts) {
        hide_cases(part, rule);
        for (const Finding& finding : lab.findings)
            if (finding.hidden)
                for (CaseResult& result : part.cases) hide_in_message(result.message, finding);
    }
    std::erase_if(lab.findings, &Finding::hidden);
    return lab;
}

}  // namespace grader::score
