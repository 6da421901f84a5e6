// The run of one lab's suite in this process: judges one case after the other, makes their calls,
// and collects what they find and earn. The body of a case takes no arguments, so it reaches the
// run through Run::current(). grade() creates the run, and makes the lab's result from it.
//
// What the run knows is in classes of their own: the case being judged (case_state.hpp), the
// results so far (case_results.hpp), findings (function_findings.hpp), what work is worth
// (rung_works.hpp), and the programs (target.hpp).
#pragma once

#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "file_lock.hpp"
#include "runner/inputs.hpp"
#include "score/result.hpp"
#include "suite/calls/checked_call.hpp"
#include "suite/calls/session.hpp"
#include "suite/case_results.hpp"
#include "suite/case_state.hpp"
#include "suite/causes/order_dependence.hpp"
#include "suite/function_findings.hpp"
#include "suite/predictions.hpp"
#include "suite/registry.hpp"
#include "suite/request.hpp"
#include "suite/rung_works.hpp"
#include "suite/target.hpp"

namespace grader::suite {

class Run {
  public:
    explicit Run(const Request& request);
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    static Run& current();

    /// On the simulator. After continue_on_device(), on the device: a correct case that has passed,
    /// or a timed case; any other case may turn out to depend on one that fails there.
    void judge(const Registration& registration);
    void continue_on_device(const DevicePrograms& programs);
    /// Ends the programs there, when that does not disturb the times that another rung measures.
    void leave_device();

    /// Makes the call in every thread order if it is small. A large call is made in a single order,
    /// which its sizes determine.
    Outcome call(const Call& call);
    Outcome call_in_every_order(const Call& call);
    bool is_made_in_every_order(const Call& call) const {
        return target_->is_made_in_every_order(call);
    }
    Answer call(const Call& call, std::string_view order);
    /// For timed cases.
    Answer call(const Call& call, const SharedMemory& inputs, Session& session);
    Session& student_on_device();
    Session& solution_on_device();
    /// Held while the device is used. Other processes that grade on the same device wait while one
    /// of them has reserved it to compare times there.
    std::optional<kit_io::FileLock> use_device() const;
    std::optional<kit_io::FileLock> reserve_device() const;
    const FunctionFindings& findings() const { return findings_; }
    void require_even_barriers(const std::string& function) {
        findings_.require_even_barriers(function);
    }
    void note_order_dependence(const std::string& function, const OrderDifference& difference);
    const Answer& counts_of(const std::string& name, const std::function<CheckedCall()>& make);
    const Answer& slower_counts_of(const std::string& name,
                                   const std::function<CheckedCall(runner::InputKind)>& make);
    void demonstrate(const Answer& answer);
    /// Throws PredictionError if the student's file cannot be read.
    const Predictions& predictions();
    /// The lab's own predict.toml with its questions; empty if the lab asks none.
    const Predictions& questions();
    /// Whether a fast case of this case's rung has failed.
    bool has_failed_in_fast() const {
        return results_.has_failed_in_fast(case_.registration->rung());
    }
    /// Whether the lab asks for counts of `function` that the student has not answered yet.
    bool has_open_questions(const std::string& function);
    /// The first wrong elements of this case, for the reports.
    void note_wrong(score::WrongElements wrong) { case_.wrong = std::move(wrong); }
    /// The estimate of this case, for the reports.
    void note_work(score::Work work);
    /// What this case counted beside a bound, for the reports.
    void note_gate(score::Gate gate);
    /// The measured time of this case, for the reports.
    void note_time(score::TimedRun time);
    std::uint64_t draw_seed();
    /// The same number in every case.
    std::uint64_t draw_shared(std::string_view name) const;
    bool on_simulator() const { return target_->is_simulator(); }
    const Request& request() const { return request_; }

    score::Lines repeat(const Call& call, std::string_view order) const;

    /// The answers of a program that gets only this call; nothing if one of them is missing.
    std::optional<Outcome> call_alone(const Call& call);
    /// Makes the call again after those that the program has made already, to examine a failure.
    /// Nothing of it is recorded. Returns nothing if it does not complete.
    std::optional<Answer> call_once_more(const Call& call, std::string_view order);
    /// The command that makes the case's call again after the calls before it.
    score::Lines repeat_case() const;

    /// Lets the case continue with larger calls, one of which may explain the failure better.
    /// Throws the failure if none will. `words`: a description of the call.
    void defer(const CaseFailed& failure, const Call& call, const std::string& words);

    /// Fails the case for a condition of the suite that does not hold. A case that counts what a
    /// call took goes on to its end, and so to all that its rung is about: otherwise one count that
    /// is missed on purpose would spare the others. Any other case ends here.
    void miss(const CaseFailed& failure);

    /// Records a failed assertion of the test framework in a case's body.
    void note_failure(const std::string& message);
    /// Fails the case at its end. It keeps this share of its points unless something else fails it.
    /// Of several calls, the smallest share counts.
    void fail_for_work(double share, const std::string& message, const Accesses& accesses = {});
    /// What the work of the rung earns, from 0 to 1, and in words: "takes 37 times what is enough".
    /// Of several calls, the smallest share applies to the rung's other cases
    /// (score/work_gate.hpp).
    void hold_rung_to(double share, const std::string& words);

    score::LabResult result() const;

  private:
    struct Failure {
        score::Message message;
        double share = 0;        // of its points, that the case keeps
        Accesses accesses = {};  // that a close-up should show
        // The call that these accesses are of, and the line on an odd launch of it.
        std::optional<CaseState::CountedCall> counted = std::nullopt;
        std::string odd_launch = {};
    };

    // A call that several cases use.
    struct Counted {
        Call call;
        Answer answer;
        std::optional<CaseFailed> error;  // found only where the work is measured
    };

    // Cases (run.cpp).
    bool is_on_device() const { return targets_.size() > 1; }
    bool is_asked_for(const Registration& registration) const;
    void judge_first(const Registration& registration);
    void judge_again(const Registration& registration);
    void run_case(const Registration& registration, score::CaseResult& result);
    void finish(const Registration& registration, const score::CaseResult& result);
    void forget_reports_of(const Registration& registration);
    std::optional<Failure> failure_on(Target& target, const Registration& registration);
    std::optional<Failure> failure_of_body(const Registration& registration) const;
    bool is_measured_all_the_same(const Registration& registration) const;
    score::Lines measure_work_of(const Registration& registration);
    score::CaseResult result_of(const Registration& registration) const;
    bool compares_times() const;
    Session& start_solution(const std::filesystem::path& program);
    void log(const std::string& text);  // the full log
    void log(const score::CaseResult& result, Part part);

    // Calls (run_calls.cpp).
    Outcome call_in(const std::vector<std::string>& orders, const Call& call);
    Answer accept(const Call& call, Session& session, std::variant<Answer, Verdict> result);
    /// For a call that raced: the answer in an order in which the race changes a value, if the
    /// simulator finds one.
    using SessionIn = std::function<Session&(const std::string& order)>;
    std::optional<Answer> witness(const Call& call, const std::vector<Answer>& answers,
                                  const SessionIn& session_in);
    /// For a call that is counted or not large, whose kernels read by atomics: the answer in an
    /// order in which a thread that has read so goes on only when others have read, too. Nothing if
    /// no such call is made.
    std::optional<Answer> interleaved(const Call& call, std::span<const Answer> answers,
                                      const SessionIn& session_in, bool is_counted);
    /// For a case that judges values: adds the two answers above to those of a call.
    void add_further_orders(const Call& call, std::vector<Answer>& answers,
                            const SessionIn& session_in);
    /// Those of the target, which go on after the call.
    SessionIn kept_sessions(const Call& call);
    void keep_of(const Call& call, const Answer& answer);
    void keep(const std::string& function, const std::vector<score::Finding>& findings);
    /// The command that runs in the order of a call's witness; empty if no command makes that call.
    std::string command_for_witness(const Call& call, const std::string& order) const;

    // Counts (run_counts.cpp).
    bool is_made_with_both(const std::string& name);
    Counted make_counted(const std::function<CheckedCall()>& make);
    score::Lines closeup(const Failure& failure);
    score::Lines picture(const CaseState::CountedCall& counted, const Accesses& accesses);
    std::optional<std::vector<score::Kernel>> from_close_up(const Call& call,
                                                            const std::string& order) const;
    void withhold(const std::string& function);

    static constexpr const char* order_on_device = "forward";  // which means nothing there

    Request request_;
    std::map<const Registration*, double> points_;
    std::optional<std::set<const Registration*>> asked_for_;  // empty: every case
    std::optional<Predictions> predictions_, questions_;
    std::vector<Target> targets_;  // the simulator, then the device
    Target* target_ = nullptr;
    DevicePrograms device_programs_;
    std::unique_ptr<Session> solution_;
    std::ofstream log_;

    CaseState case_;
    CaseResults results_;
    FunctionFindings findings_;
    RungWorks works_;
    std::vector<std::pair<const Registration*, CaseReport>> reports_;
    // By backend and the suite's name for the call.
    std::map<std::pair<std::string, std::string>, Counted> counted_;
    // By backend and rung: the call that is made with whole numbers and with reals.
    std::map<std::pair<std::string, std::string>, std::string> made_with_both_;
    std::map<std::string, int> fruitless_;  // searches for a witness without result, by function
    std::vector<std::string> to_predict_;   // functions whose counts must be predicted first
    bool pictured_ = false;                 // a failure shows its worst line
};

}  // namespace grader::suite
