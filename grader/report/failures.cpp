#include "report/failures.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "score/work_gate.hpp"

namespace grader::report {
namespace {

bool writes_nothing(const score::CaseResult& result) {
    return result.message.is(score::LineKind::unwritten);
}

/// How far the functions are whose cases failed.
class Progress {
  public:
    Progress(const score::LabResult& lab, const Sources& sources,
             const std::vector<const score::CaseResult*>& failed)
        : slug_(lab.lab), sources_(sources), unfinished_(sources.unfinished_functions(lab.lab)) {
        for (const auto* each : failed)
            if (writes_nothing(*each)) silent_.insert(subject_of(*each));
    }

    // In the order in which a student wants to read of them.
    enum Stage { finished, begun, begun_and_silent, not_begun };

    // Of a function that the sources do not show, such as one in Python, writing nothing is the
    // only sign.
    Stage stage_of(const score::CaseResult& result) const {
        const auto found = unfinished_.find(subject_of(result));
        if (found == unfinished_.end()) return is_silent(result) ? begun_and_silent : finished;
        if (!found->second) return finished;
        if (sources_.is_untouched(slug_, found->first)) return not_begun;
        return is_silent(result) ? begun_and_silent : begun;
    }

    /// Whether the function writes nothing, in this case or in another one. What else it does not
    /// do, such as refusing sizes, is then of no more use to know.
    bool is_silent(const score::CaseResult& result) const {
        return silent_.contains(subject_of(result));
    }

  private:
    // "rung 1: gather: integers" is of gather. A case of no function is its own subject.
    std::string subject_of(const score::CaseResult& result) const {
        for (std::string_view rest = result.name; !rest.empty();) {
            const auto end = std::min(rest.find(": "), rest.size());
            const std::string part(rest.substr(0, end));
            if (unfinished_.contains(part)) return part;
            rest.remove_prefix(std::min(end + 2, rest.size()));
        }
        return result.name;
    }

    std::string slug_;
    const Sources& sources_;
    std::map<std::string, bool> unfinished_;
    std::set<std::string> silent_;
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
    const Progress progress(lab, sources, failed);
    if (lab.score == 0)
        std::erase_if(failed, [&](const auto* each) {
            return progress.stage_of(*each) != Progress::finished && progress.is_silent(*each);
        });
    std::ranges::stable_sort(failed, {},
                             [&](const auto* each) { return progress.stage_of(*each); });
    return failed;
}

}  // namespace grader::report
