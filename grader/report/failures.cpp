#include "report/failures.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "score/work_gate.hpp"

namespace grader::report {
namespace {

bool writes_nothing(const score::CaseResult& result) {
    return result.message.find(" is never written") != std::string::npos;
}

/// Which cases are of functions that are not done yet.
class Unfinished {
  public:
    explicit Unfinished(std::map<std::string, bool> functions) : functions_(std::move(functions)) {}

    // "rung 1: gather: integers" is of gather. Of a function that the sources do not show, such as
    // one in Python, writing nothing is the only sign.
    bool has(const score::CaseResult& result) const {
        for (std::string_view rest = result.name; !rest.empty();) {
            const auto end = std::min(rest.find(": "), rest.size());
            if (const auto found = functions_.find(std::string(rest.substr(0, end)));
                found != functions_.end())
                return found->second;
            rest.remove_prefix(std::min(end + 2, rest.size()));
        }
        return writes_nothing(result);
    }

  private:
    std::map<std::string, bool> functions_;
};

}  // namespace

std::vector<std::string> open_tasks(const score::LabResult& lab, const Sources& sources) {
    if (lab.status != score::LabStatus::graded || has_full_marks(lab)) return {};
    return sources.open_tasks(lab.lab);
}

std::vector<const score::CaseResult*> failures_to_show(const score::LabResult& lab,
                                                       const Sources& sources) {
    std::vector<const score::CaseResult*> failed;
    for (const auto& part : lab.parts)
        for (const auto& result : part.cases)
            if (result.status == score::CaseStatus::failed) failed.push_back(&result);
    std::ranges::stable_partition(failed,
                                  [](const auto* each) { return !score::is_only_held(*each); });
    if (open_tasks(lab, sources).empty()) return failed;
    const Unfinished unfinished(sources.unfinished_functions(lab.lab));
    const auto behind = std::ranges::stable_partition(
        failed, [&](const auto* each) { return !unfinished.has(*each); });
    const auto unwritten = std::ranges::stable_partition(
        behind, [](const auto* each) { return !writes_nothing(*each); });
    if (lab.score == 0) failed.erase(unwritten.begin(), unwritten.end());
    return failed;
}

}  // namespace grader::report
