#include "suite/rung_works.hpp"

#include <utility>

namespace grader::suite {

namespace {

// No function loses points for the same thing twice. If a function's own values are wrong, it is
// not finished, so its work says nothing about the rung's other functions.
bool holds(const RungWork& work, const Registration& measured_by, const Registration& registration,
           const CaseResults& results) {
    const bool is_own = &measured_by == &registration && !work.of_whole_rung;
    if (is_own || measured_by.rung() != registration.rung()) return false;
    return work.function.empty() || registration.names(work.function) ||
           !results.has_wrong_values(measured_by.rung(), work.function);
}

}  // namespace

void RungWorks::note(const Registration& measured_by, const RungWork& work) {
    RungWork& least = works_[&measured_by];
    if (work.share < least.share) least = work;
}

RungWork RungWorks::least_beside(const Registration& registration,
                                 const CaseResults& results) const {
    // Of two that earn as little, the one that a case under fast explains.
    const auto rank = [](const RungWork& work) {
        return std::pair(work.share, work.of_whole_rung);
    };
    RungWork least;
    for (const auto& [measured_by, work] : works_) {
        if (rank(work) >= rank(least) || !holds(work, *measured_by, registration, results))
            continue;
        least = work;
        if (work.of_whole_rung) continue;
        const bool counted = results.find(*measured_by)->status != score::CaseStatus::not_run;
        least.words +=
            counted ? ": see its case under fast"
                    : ". Repair what fails; then its case under fast is run, and these points "
                      "come back";
    }
    return least;
}

}  // namespace grader::suite
