#include "authoring/submissions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader::authoring {
namespace {

using Faults = std::vector<std::string>;

std::vector<score::CaseResult> cases_of(const score::LabResult& result) {
    std::vector<score::CaseResult> all;
    for (const auto& part : result.parts)
        all.insert(all.end(), part.cases.begin(), part.cases.end());
    return all;
}

bool failed(const score::LabResult& result, const std::string& name) {
    return std::ranges::any_of(cases_of(result), [&](const auto& one) {
        return one.name == name && one.status == score::CaseStatus::failed;
    });
}

/// Whether `text` occurs in a message of a case or a finding.
bool says(const score::LabResult& result, const std::string& text) {
    const auto has = [&](const auto& one) { return one.message.find(text) != std::string::npos; };
    return std::ranges::any_of(result.findings, has) || std::ranges::any_of(cases_of(result), has);
}

}  // namespace

std::vector<std::string> faults_of(const mutants::WrongSubmission& wrong,
                                   const score::LabResult& result) {
    const bool graded = result.status == score::LabStatus::graded;
    if (!wrong.refused.empty()) {
        if (!graded && result.reason.find(wrong.refused) != std::string::npos) return {};
        return {fmt::format("it is not refused with '{}': {}", wrong.refused, result.reason)};
    }
    if (!graded) return {"it is not gradable: " + result.reason};
    Faults faults;
    if (result.score >= result.max_score) faults.push_back("it gets full marks");
    if (!wrong.failing_case.empty() && !failed(result, wrong.failing_case))
        faults.push_back(fmt::format("the case '{}' does not fail", wrong.failing_case));
    if (!wrong.finding.empty() &&
        !std::ranges::count(result.findings, wrong.finding, &score::Finding::kind))
        faults.push_back(fmt::format("no {} is found", wrong.finding));
    if (!says(result, wrong.says)) faults.push_back(fmt::format("nobody says '{}'", wrong.says));
    return faults;
}

std::vector<std::string> faults_of_right(const score::LabResult& result) {
    if (result.status != score::LabStatus::graded) return {"it is not gradable: " + result.reason};
    Faults faults;
    for (const auto& one : cases_of(result))
        if (one.score < one.max_score)
            faults.push_back(fmt::format("{}: {} of {} points: {}", one.name, one.score,
                                         one.max_score,
                                         one.message.substr(0, one.message.find('\n'))));
    return faults;
}

}  // namespace grader::authoring
