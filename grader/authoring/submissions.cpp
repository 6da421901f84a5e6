#include "authoring/submissions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "report/text.hpp"

namespace grader::authoring {
namespace {

using Faults = std::vector<std::string>;

std::vector<score::CaseResult> cases_of(const score::LabResult& result) {
    std::vector<score::CaseResult> all;
    for (const auto& part : result.parts)
        all.insert(all.end(), part.cases.begin(), part.cases.end());
    return all;
}

std::vector<std::string> failed_cases(const score::LabResult& result) {
    std::vector<std::string> names;
    for (const auto& one : cases_of(result))
        if (one.status == score::CaseStatus::failed) names.push_back("'" + one.name + "'");
    return names;
}

/// Empty if the case fails. Else why not, and which ones do: the entry may have meant one of them.
std::string not_failed(const score::LabResult& result, const std::string& name) {
    const auto cases = cases_of(result);
    const auto found = std::ranges::find(cases, name, &score::CaseResult::name);
    if (found == cases.end()) return fmt::format("the suite has no case '{}'", name);
    if (found->status == score::CaseStatus::failed) return "";
    const auto others = failed_cases(result);
    return fmt::format("the case '{}' {}{}{}", name,
                       found->status == score::CaseStatus::passed ? "does not fail" : "is not run",
                       others.empty() ? "" : "; these fail: ", fmt::join(others, ", "));
}

/// Whether `text` occurs in a message of a case or a finding.
bool says(const score::LabResult& result, const std::string& text) {
    const auto has = [&](const std::string& message) { return message.find(text) != message.npos; };
    const auto says = [&](const score::CaseResult& one) { return has(one.message.text()); };
    return std::ranges::any_of(result.findings, has, &score::Finding::message) ||
           std::ranges::any_of(cases_of(result), says);
}

std::string caught_by(const mutants::KeptSubmission& wrong) {
    if (!wrong.failing_case.empty()) return wrong.failing_case;
    return wrong.finding.empty() ? "not gradable" : "finding: " + wrong.finding;
}

}  // namespace

std::vector<std::string> faults_of(const mutants::KeptSubmission& wrong,
                                   const score::LabResult& result) {
    const bool graded = result.status == score::LabStatus::graded;
    if (!wrong.refused.empty()) {
        if (!graded && result.reason.find(wrong.refused) != std::string::npos) return {};
        return {fmt::format("it is not refused with '{}': {}", wrong.refused, result.reason)};
    }
    if (!graded) return {"it is not gradable: " + result.reason};
    Faults faults;
    if (result.score >= result.max_score) faults.push_back("it gets full marks");
    if (!wrong.failing_case.empty())
        if (auto fault = not_failed(result, wrong.failing_case); !fault.empty())
            faults.push_back(std::move(fault));
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
            faults.push_back(fmt::format("{}: {} of {} points: {}", one.name,
                                         report::points(one.score), report::points(one.max_score),
                                         one.message.first()));
    return faults;
}

std::string overview(const std::vector<mutants::KeptSubmission>& wrong) {
    std::map<std::string, std::vector<const mutants::KeptSubmission*>> by_catch;
    std::size_t width = 0;
    for (const auto& each : wrong) {
        by_catch[caught_by(each)].push_back(&each);
        width = std::max(width, each.name.size());
    }
    std::string text;
    for (const auto& [what, caught] : by_catch) {
        text += what + '\n';
        for (const auto* each : caught)
            text += fmt::format("  {:<{}}  {}\n", each->name, width, each->why);
    }
    return text;
}

}  // namespace grader::authoring
