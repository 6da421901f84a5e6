#include "suite/run_state.hpp"

namespace grader::suite {

void RunState::miss(const CaseFailed& failure) {
    const Registration* const registration = current.registration;
    const bool goes_on = registration && registration->part == Part::fast &&
                         registration->needs != Needs::timing && programs.target().is_simulator() &&
                         !current.judges_values && !request.until_first_failure;
    if (!goes_on) throw CaseFailed(failure);
    if (!current.missed) current.missed = {failure, current.counted, current.odd_launch};
}

void RunState::hold_rung_to(double share, const std::string& words) {
    works.note(*current.registration, {share, words, current.measured});
}

}  // namespace grader::suite
