#include "suite/case_results.hpp"

#include <algorithm>

namespace grader::suite {

void CaseResults::add(const Registration& registration, const score::CaseResult& result, bool raced,
                      bool computed) {
    points_lost_ = points_lost_ || result.score < result.max_score;
    const bool passed = result.status == score::CaseStatus::passed;
    const auto [place, is_new] = places_in_done_.try_emplace(&registration, done_.size());
    if (is_new)
        done_.push_back(
            {registration.part, registration.rung(), result.max_score, passed, raced, computed});
    else
        done_[place->second].passed = passed;
    results_[&registration] = result;
}

const score::CaseResult* CaseResults::find(const Registration& registration) const {
    const auto found = results_.find(&registration);
    return found == results_.end() ? nullptr : &found->second;
}

bool CaseResults::has_failed_in_fast(const std::string& rung) const {
    return std::ranges::any_of(done_, [&](const score::Done& other) {
        return other.part == Part::fast && other.rung == rung && !other.passed;
    });
}

bool CaseResults::has_wrong_values(const std::string& rung, std::string_view function) const {
    return std::ranges::any_of(results_, [&](const auto& each) {
        const auto& [registration, result] = each;
        return registration->part == Part::correct && registration->rung() == rung &&
               registration->names(function) && result.status == score::CaseStatus::failed;
    });
}

}  // namespace grader::suite
