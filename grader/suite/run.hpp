// The run of one lab's suite in this process: the current case, the sessions for its calls, and
// what was found so far. The body of a case takes no arguments, so it reaches the run through
// Run::current(). grade() creates the run, and makes the lab's result from it.
#pragma once

#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "file_lock.hpp"
#include "score/gate.hpp"
#include "score/result.hpp"
#include "suite/grade.hpp"
#include "suite/order_dependence.hpp"
#include "suite/predictions.hpp"
#include "suite/registry.hpp"
#include "suite/session.hpp"
#include "suite/suite.hpp"

namespace grader::suite {

/// How the threads of a block must arrive at its barriers.
enum class Barriers { any, even };

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

    /// Makes the call in every thread order if it is small. A large call is made in a single order,
    /// which its sizes determine.
    Outcome call(const Call& call);
    Outcome call_in_every_order(const Call& call);
    bool is_made_in_every_order(const Call& call) const;
    Answer call(const Call& call, std::string_view order);
    Answer call(const Call& call, Session& session);
    /// For timed cases.
    Session& student_on_device();
    Session& solution_on_device();
    /// Held while the device is used. Other processes that grade on the same device wait while one
    /// of them has reserved it to compare times there.
    std::optional<kit_io::FileLock> use_device() const;
    std::optional<kit_io::FileLock> reserve_device() const;
    std::vector<score::Finding> findings(std::string_view function) const;
    void expect_no_findings(std::string_view function, Barriers barriers = Barriers::any);
    void note_order_dependence(const std::string& function, const OrderDifference& difference);
    const Answer& counts_of(const std::string& name, const std::function<CheckedCall()>& make);
    void demonstrate(const Answer& answer);
    /// Throws PredictionError if the student's file cannot be read.
    const Predictions& predictions();
    /// The lab's own predict.toml with its questions; empty if the lab asks none.
    const Predictions& questions();
    /// Whether a fast case of this case's rung has failed.
    bool has_failed_in_fast() const;
    /// Whether the lab asks for counts of `function` that the student has not answered yet.
    bool has_open_questions(const std::string& function);
    /// The first wrong elements of this case, for the reports.
    void note_wrong(score::WrongElements wrong) { wrong_ = std::move(wrong); }
    /// The estimate of this case, for the reports.
    void note_work(score::Work work);
    /// The measured time of this case, for the reports.
    void note_time(score::TimedRun time);
    std::uint64_t draw_seed();
    /// The same number in every case.
    std::uint64_t draw_shared(std::string_view name) const;
    std::string_view backend() const { return target_->backend; }
    const Request& request() const { return request_; }

    std::string repeat(const Call& call, std::string_view order) const;

    /// The answers of a program that gets only this call; nothing if one of them is missing.
    std::optional<Outcome> call_alone(const Call& call);
    /// Makes the call again after those that the program has made already, to examine a failure.
    /// Nothing of it is recorded. Returns nothing if it does not complete.
    std::optional<Answer> call_once_more(const Call& call, std::string_view order);
    /// The command that makes the case's call again after the calls before it.
    std::string repeat_case() const;

    /// Lets the case continue with larger calls, one of which may explain the failure better.
    /// Throws the failure if none will. `words`: a description of the call.
    void defer(const CaseFailed& failure, const Call& call, const std::string& words);

    /// Records a failed assertion of the test framework in a case's body.
    void note_failure(const std::string& message);
    /// Sets the share of points, 0 … 1, that the case earns if it passes.
    void set_share(double share) { share_ = share; }
    /// Fails the case at its end. It keeps this share of its points unless something else fails it.
    /// Of several calls, the smallest share counts.
    void fail_for_work(double share, const std::string& message);
    /// What the work of the rung earns, from 0 to 1, and in words: "takes 37 times what is enough".
    /// Of several calls, the smallest share applies to the rung's other cases
    /// (score/work_gate.hpp).
    void hold_rung_to(double share, const std::string& words);

    score::LabResult result() const;

  private:
    // One program on one backend, with a session for each thread order used so far.
    struct Target {
        std::string backend;
        Starter starter;
        std::vector<std::string> orders;
        std::map<std::string, std::unique_ptr<Session>, std::less<>> sessions;
    };

    struct RungWork {
        double share = 1;
        std::string words;
        std::string function;  // the function with that work; empty if unknown
    };

    struct LostWork {
        double share;
        std::string message;
    };

    struct Failure {
        std::string message;
        std::string complaint;  // the message whose cause a close-up should show
    };

    // A call that several cases use.
    struct Counted {
        Call call;
        Answer answer;
    };

    Outcome call_in(const std::vector<std::string>& orders, const Call& call);
    const std::string& order_of_large_call(const Call& call) const;
    /// Whether the call's twin is made in that order, and which call.
    bool is_twins(const Call& call, const std::string& order) const;
    const Call& in_order(const Call& call, const std::string& order) const;
    bool is_on_device() const { return targets_.size() > 1; }
    void judge_first(const Registration& registration);
    void judge_again(const Registration& registration);
    RungWork work_beside(const Registration& registration) const;
    bool holds(const RungWork& work, const Registration& measured_by,
               const Registration& registration) const;
    bool has_wrong_values(const std::string& rung, const std::string& function) const;
    score::CaseResult result_of(const Registration& registration) const;
    bool is_measured_all_the_same(const Registration& registration) const;
    std::string measure_work_of(const Registration& registration);
    bool is_asked_for(const Registration& registration) const;
    void run_case(const Registration& registration, score::CaseResult& result);
    void finish(const Registration& registration, const score::CaseResult& result);
    Counted make_counted(const std::function<CheckedCall()>& make);
    std::optional<Failure> failure_on(Target& target, const Registration& registration);
    std::optional<Failure> failure_of_body(const Registration& registration);
    std::string closeup(std::string_view complaint);
    std::string picture(std::string_view complaint);
    std::optional<std::vector<score::Kernel>> from_close_up(const Call& call);
    /// `device`: a profile of the simulator; empty: that of the target.
    Session& session(const std::string& order, const std::string& device = {});
    Answer accept(const Call& call, Session& session, std::variant<Answer, Verdict> result);
    /// For a call that raced: the answer in an order in which the race changes a value, if the
    /// simulator finds one.
    using SessionIn = std::function<Session&(const std::string& order)>;
    std::optional<Answer> witness(const Call& call, const std::vector<Answer>& answers,
                                  const SessionIn& session_in);
    void keep_of(const Call& call, const Answer& answer);
    void keep(const std::string& function, const std::vector<score::Finding>& findings);
    void expect_no_new_error(const std::string& function) const;
    /// The command that runs in the order of a call's witness; empty if no command makes that call.
    std::string command_for_witness(const Call& call, const std::string& order) const;
    void log(const std::string& text);  // the full log
    void log(const score::CaseResult& result, Part part);
    void withhold(const std::string& function);

    Request request_;
    std::map<const Registration*, double> points_;
    std::optional<std::set<const Registration*>> asked_for_;  // empty: every case
    std::optional<Predictions> predictions_, questions_;
    std::vector<Target> targets_;  // the simulator, then the device
    Target* target_ = nullptr;
    DevicePrograms device_programs_;
    std::unique_ptr<Session> solution_;
    std::ofstream log_;

    const Registration* case_ = nullptr;
    std::uint64_t seeds_drawn_ = 0;
    std::string noted_failure_;
    std::optional<CaseFailed> deferred_;  // of this case
    std::optional<Call> counted_call_;    // this case's latest call that launched kernels
    bool pictured_ = false;               // a failure shows its worst line
    double share_ = 1;
    std::optional<LostWork> lost_work_;  // of this case
    bool failure_holds_rung_ = true;     // of a call whose work is measured
    std::string measured_;               // the function whose counts this case used last
    std::optional<score::WrongElements> wrong_;
    bool raced_ = false;
    bool computed_ = false;
    bool points_lost_ = false;  // by any case so far

    std::vector<score::Done> done_;
    std::map<const Registration*, std::size_t> places_in_done_;
    std::map<const Registration*, RungWork> works_;  // by the case that measured
    std::map<const Registration*, score::CaseResult> results_;
    std::map<std::string, std::vector<score::Finding>, std::less<>> findings_;  // by function
    // Kinds of errors that were found before the function's work was measured.
    std::map<std::string, std::set<std::string>> kinds_before_;
    std::map<std::string, int> fruitless_;  // searches for a witness without result, by function
    // By backend and the suite's name for the call.
    std::map<std::pair<std::string, std::string>, Counted> counted_;
    std::vector<score::Kernel> kernels_;
    std::vector<score::Work> work_;
    std::vector<score::TimedRun> times_;
    std::vector<std::string> to_predict_;  // functions whose counts must be predicted first
};

}  // namespace grader::suite
