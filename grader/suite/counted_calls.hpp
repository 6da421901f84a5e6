// The calls whose counts several cases use: each is made once, and judged like any other. Also what
// the counts look like from close by, for the message of a case that fails for them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runner/inputs.hpp"
#include "score/record.hpp"
#include "suite/calls/checked_call.hpp"
#include "suite/case_calls.hpp"
#include "suite/run_state.hpp"

namespace grader::suite {

class CountedCalls {
  public:
    /// The run and the calls must outlive this.
    CountedCalls(RunState& run, CaseCalls& calls) : run_(run), case_(run.current), calls_(calls) {}

    /// `name`: what the suite calls it, equal for all cases that use it.
    const Answer& counts_of(const std::string& name, const std::function<CheckedCall()>& make);
    /// With whole numbers or reals, as drawn; with both where work is judged, and then the slower.
    const Answer& slower_counts_of(const std::string& name,
                                   const std::function<CheckedCall(runner::InputKind)>& make);
    /// Puts the answer's launches into the case's report.
    void demonstrate(const Answer& answer);
    /// What causes the counts of a case that fails, and how to see more. Empty if it is not about
    /// counts. `odd_launch`: a line on a launch that looks exchanged, or empty.
    score::Lines closeup(const std::optional<CaseState::CountedCall>& counted,
                         const std::string& odd_launch, const Accesses& accesses);

  private:
    struct Counted {
        Call call;
        Answer answer;
        std::optional<CaseFailed> error;  // found only where the work is measured
    };

    bool is_made_with_both(const std::string& name);
    Counted make_counted(const std::function<CheckedCall()>& make);
    score::Lines picture(const CaseState::CountedCall& counted, const Accesses& accesses);
    std::optional<std::vector<score::Kernel>> from_close_up(const Call& call,
                                                            const std::string& order) const;

    RunState& run_;
    CaseState& case_;
    CaseCalls& calls_;
    // By backend and the suite's name for the call.
    std::map<std::pair<std::string, std::string>, Counted> counted_;
    // By backend and rung: the call that is made with whole numbers and with reals.
    std::map<std::pair<std::string, std::string>, std::string> made_with_both_;
    bool pictured_ = false;  // a failure shows its worst line
};

}  // namespace grader::suite
