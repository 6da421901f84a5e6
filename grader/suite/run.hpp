// The run of one lab's suite in this process: judges one case after the other, and collects what
// they find and earn. The body of a case takes no arguments, so it reaches the run through
// Run::current(). grade() creates the run, and makes the lab's result from it.
//
// What the run knows is in run_state.hpp; the calls of a case are made by case_calls.hpp and, where
// they are counted, by counted_calls.hpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "score/result.hpp"
#include "suite/case_calls.hpp"
#include "suite/case_results.hpp"
#include "suite/causes/order_dependence.hpp"
#include "suite/counted_calls.hpp"
#include "suite/registry.hpp"
#include "suite/request.hpp"
#include "suite/run_state.hpp"

namespace grader::suite {

class Run {
  public:
    explicit Run(const Request& request);
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    static Run& current();

    /// On the simulator. After programs().continue_on_device(), on the device: a correct case that
    /// has passed, or a timed case; any other case may turn out to depend on one that fails there.
    void judge(const Registration& registration);
    score::LabResult result() const;

    const Request& request() const { return state_.request; }
    /// The case that is judged.
    const Registration& registration() const { return *case_.registration; }
    Programs& programs() { return state_.programs; }
    CaseCalls& calls() { return calls_; }
    CountedCalls& counted() { return counted_; }
    PredictedCounts& predicted() { return state_.predicted; }
    const FunctionFindings& findings() const { return state_.findings; }
    void require_even_barriers(const std::string& function) {
        state_.findings.require_even_barriers(function);
    }
    void note_order_dependence(const std::string& function, const OrderDifference& difference);
    bool on_simulator() const { return state_.programs.target().is_simulator(); }
    /// Whether a fast case of this case's rung has failed.
    bool has_failed_in_fast() const {
        return results_.has_failed_in_fast(case_.registration->rung());
    }

    /// Another number each time, which does not depend on other cases; the two backends get
    /// different ones.
    std::uint64_t draw_seed();
    /// The same number in every case.
    std::uint64_t draw_shared(std::string_view name) const;

    /// For the reports: the first wrong elements of this case, its estimate, what it counted beside
    /// a bound, the time that was measured.
    void note_wrong(score::WrongElements wrong) { case_.wrong = std::move(wrong); }
    void note_work(score::Work work);
    void note_gate(score::Gate gate);
    void note_time(score::TimedRun time);

    /// See RunState.
    void miss(const CaseFailed& failure) { state_.miss(failure); }
    void hold_rung_to(double share, const std::string& words) { state_.hold_rung_to(share, words); }
    /// Records a failed assertion of the test framework in a case's body.
    void note_failure(const std::string& message);
    /// Fails the case at its end. It keeps this share of its points unless something else fails it.
    /// Of several calls, the smallest share counts.
    void fail_for_work(double share, const std::string& message, const Accesses& accesses = {});

  private:
    struct Failure {
        score::Message message;
        double share = 0;        // of its points, that the case keeps
        Accesses accesses = {};  // that a close-up should show
        // The call that these accesses are of, and the line on an odd launch of it.
        std::optional<CaseState::CountedCall> counted = std::nullopt;
        std::string odd_launch = {};
    };

    void judge_first(const Registration& registration);
    void judge_again(const Registration& registration);
    void run_case(const Registration& registration, score::CaseResult& result);
    void finish(const Registration& registration, const score::CaseResult& result);
    void forget_reports_of(const Registration& registration);
    /// On the target in use.
    std::optional<Failure> failure_of(const Registration& registration);
    std::optional<Failure> failure_of_body(const Registration& registration) const;
    bool is_measured_all_the_same(const Registration& registration) const;
    score::Lines measure_work_of(const Registration& registration);
    score::CaseResult result_of(const Registration& registration) const;
    void log(const score::CaseResult& result, Part part);

    std::map<const Registration*, double> points_;
    std::set<const Registration*> asked_for_;
    RunState state_;
    CaseState& case_ = state_.current;
    CaseCalls calls_{state_};
    CountedCalls counted_{state_, calls_};
    CaseResults results_;
    std::vector<std::pair<const Registration*, CaseReport>> reports_;
};

}  // namespace grader::suite
