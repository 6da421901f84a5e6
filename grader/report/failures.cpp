#include "report/failures.hpp"

#include <algorithm>

#include "score/work_gate.hpp"

namespace grader::report {
namespace {

// A function that has not been begun needs no diagnosis.
bool writes_nothing(const score::CaseResult& result) {
    return result.message.find(" is never written") != std::string::npos;
}

}  // namespace

std::vector<std::string> open_tasks(const score::LabResult& lab, const Sources& sources) {
    if (lab.status != score::LabStatus::graded || has_full_marks(lab)) return {};
    return sources.open_tasks(lab.lab);
}

std::vector<const score::CaseResult*> failures_to_show(const score::LabResult& lab,
                                                       const std::vector<std::string>& tasks) {
    std::vector<const score::CaseResult*> failed;
    for (const auto& part : lab.parts)
        for (const auto& result : part.cases)
            if (result.status == score::CaseStatus::failed) failed.push_back(&result);
    std::ranges::stable_partition(failed,
                                  [](const auto* each) { return !score::is_only_held(*each); });
    if (tasks.empty()) return failed;
    const auto open = std::ranges::stable_partition(
        failed, [](const auto* each) { return !writes_nothing(*each); });
    if (lab.score == 0) failed.erase(open.begin(), open.end());
    return failed;
}

}  // namespace grader::report
