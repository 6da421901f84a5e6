#include "suite/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "lab/kit.hpp"
#include "runner/inputs.hpp"
#include "score/work_gate.hpp"
#include "suite/closer_look.hpp"
#include "suite/starter.hpp"

namespace grader::suite {

namespace {

Run* running = nullptr;

std::string lab_number(const std::string& slug) {
    return slug.substr(0, slug.find('-'));
}

}  // namespace

Run::Run(const Request& request)
    : request_(request), points_(points_of(request.lab, request.timed)) {
    targets_.push_back({"sim", simulator_starter(request_), request_.orders, {}});
    target_ = &targets_.front();
    if (!request_.only_case.empty()) asked_for_ = cases_named(request_.lab, request_.only_case);
    if (!request_.log.empty()) log_.open(request_.log, std::ios::app);
    running = this;
}

Run::~Run() {
    running = nullptr;
}

Run& Run::current() {
    if (!running) throw std::logic_error("a graded case runs outside a run of its suite");
    return *running;
}

void Run::continue_on_device(const DevicePrograms& programs) {
    device_programs_ = programs;
    targets_.push_back({"cuda", device_starter(request_, programs.submission), {"forward"}, {}});
    target_ = &targets_.back();
}

bool Run::is_asked_for(const Registration& registration) const {
    if (registration.needs == Needs::timing && !request_.timed) return false;
    if (asked_for_ && !asked_for_->contains(&registration)) return false;
    return request_.rung.empty() || registration.rung() == request_.rung;
}

void Run::judge(const Registration& registration) {
    if (!is_asked_for(registration)) return;
    case_ = &registration;
    raced_ = false;
    computed_ = false;
    share_ = 1;
    measured_.clear();
    wrong_.reset();
    if (is_on_device() == (registration.needs == Needs::timing))
        judge_first(registration);
    else if (is_on_device())
        judge_again(registration);
    case_ = nullptr;
}

void Run::judge_first(const Registration& registration) {
    score::CaseResult result;
    result.name = registration.name;
    result.max_score = points_.at(&registration);
    const auto reason = score::reason_not_to_run(registration.part, registration.rung(), done_);
    if (request_.until_first_failure && points_lost_)
        result.message = "not run, because a case before it failed";
    else if (reason)
        result.message = *reason + measure_work_of(registration);
    else
        run_case(registration, result);
    finish(registration, result);
}

// A case that fails on the device alone takes with it what depends on it, as if it had failed
// first.
void Run::judge_again(const Registration& registration) {
    score::CaseResult result = results_.at(&registration);
    const bool has_run = result.status != score::CaseStatus::not_run;
    if (registration.part == Part::correct) {
        if (result.status != score::CaseStatus::passed) return;
        if (request_.until_first_failure && points_lost_) return;
        run_case(registration, result);
        finish(registration, result);
    } else if (const auto reason =
                   score::reason_not_to_run(registration.part, registration.rung(), done_);
               reason && has_run) {
        result.status = score::CaseStatus::not_run;
        result.score = 0;
        result.message = *reason;
        finish(registration, result);
    }
}

void Run::finish(const Registration& registration, const score::CaseResult& result) {
    log(result, registration.part);
    points_lost_ = points_lost_ || result.score < result.max_score;
    const bool passed = result.status == score::CaseStatus::passed;
    const auto [place, is_new] = places_in_done_.try_emplace(&registration, done_.size());
    if (is_new)
        done_.push_back(
            {registration.part, registration.rung(), result.max_score, passed, raced_, computed_});
    else
        done_[place->second].passed = passed;
    results_[&registration] = result;
}

void Run::run_case(const Registration& registration, score::CaseResult& result) {
    const auto begun = std::chrono::steady_clock::now();
    if (const auto found = failure_on(targets_.back(), registration))
        result.message = found->message + closeup(found->complaint);
    const bool failed = !result.message.empty();
    result.status = failed ? score::CaseStatus::failed : score::CaseStatus::passed;
    if (failed) result.wrong = std::move(wrong_);
    // A case that fails because of findings may keep a share of its points.
    result.score = result.max_score * (failed && share_ == 1 ? 0 : share_);
    result.elapsed.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

void Run::log(const score::CaseResult& result, Part part) {
    // Without a device, the log is the same whenever the same submission is graded, so it contains
    // no times.
    const std::string time =
        request_.on_device ? fmt::format(" in {:.2f} s", result.elapsed.seconds) : "";
    log(fmt::format("{}/{}: {:g} of {:g}{} {}\n", name_of(part), result.name, result.score,
                    result.max_score, time, result.message));
}

// The work of a rung also limits its other cases if its fast cases do not count because a correct
// case failed. Otherwise, failing one would avoid the limit.
bool Run::is_measured_all_the_same(const Registration& registration) const {
    return registration.part == Part::fast && registration.needs != Needs::timing &&
           score::has_passed(registration.rung(), done_);
}

/// Returns the words for the work that limits the rung's other cases, to which they refer.
std::string Run::measure_work_of(const Registration& registration) {
    if (!is_measured_all_the_same(registration)) return {};
    failure_holds_rung_ = score::has_passed_most(registration.rung(), done_);
    failure_on(targets_.front(), registration);
    failure_holds_rung_ = true;
    const bool holds_others = lost_work_ && score::worth_beside_work(lost_work_->share) < 1;
    return holds_others ? "\n  its work counts all the same: " + lost_work_->message : "";
}

// What causes the counts of a failed case, and how to see more. Empty for other cases.
std::string Run::closeup(std::string_view complaint) {
    if (!case_->is_about_counts() || target_->backend != "sim" || !counted_call_) return {};
    if (has_open_questions(counted_call_->request().function)) {
        withhold(counted_call_->request().function);
        return {};
    }
    const std::string& by_hand = counted_call_->reproduction();
    return picture(complaint) + (by_hand.empty() ? ""
                                                 : fmt::format("\n  see why: ./grader/grade run {} "
                                                               "--explain -- {}",
                                                               lab_number(request_.lab), by_hand));
}

// Makes the call again with close-ups. Only once in a run, since most failures have the same cause.
std::string Run::picture(std::string_view complaint) {
    if (pictured_ || request_.until_first_failure) return {};
    const auto launches = from_close_up(*counted_call_);
    const std::string text = launches ? closer_look(*launches, complaint) : "";
    pictured_ = !text.empty();
    return text;
}

std::optional<Run::Failure> Run::failure_on(Target& target, const Registration& registration) {
    target_ = &target;
    seeds_drawn_ = 0;
    noted_failure_.clear();
    counted_call_.reset();
    deferred_.reset();
    lost_work_.reset();
    const bool uses_device = target.backend == "cuda" && registration.needs != Needs::timing;
    const auto beside_others = uses_device ? use_device() : std::nullopt;
    auto failure = failure_of_body(registration);
    if (failure && target.backend == "cuda") failure->message.insert(0, "on the device: ");
    return failure;
}

std::optional<Run::Failure> Run::failure_of_body(const Registration& registration) {
    const auto words = [](const CaseFailed& failure) {
        return failure.message + failure.why + failure.how;
    };
    try {
        registration.body();
    } catch (const CaseFailed& failure) {
        return Failure{words(deferred_ ? *deferred_ : failure), failure.message};
    } catch (const SessionError&) {
        throw;
    } catch (const std::exception& error) {
        return Failure{std::string("the case itself failed: ") + error.what(), {}};
    }
    if (deferred_) return Failure{words(*deferred_), deferred_->message};
    if (!noted_failure_.empty()) return Failure{noted_failure_, noted_failure_};
    if (!lost_work_) return std::nullopt;
    share_ = lost_work_->share;
    return Failure{lost_work_->message, lost_work_->message};
}

std::string Run::repeat_case() const {
    return fmt::format(
        "\n  repeat, with the calls before it: ./grader/grade {} --seed {} --case \"{}\"",
        lab_number(request_.lab), request_.seed, case_->name);
}

const Answer& Run::counts_of(const std::string& name, const std::function<CheckedCall()>& make) {
    // Drawn sizes differ between the backends, and a device is to answer for itself.
    const std::pair key{target_->backend, name};
    auto known = counted_.find(key);
    if (known == counted_.end()) known = counted_.emplace(key, make_counted(make)).first;
    const Counted& counted = known->second;
    measured_ = counted.answer.function();
    if (case_->is_about_counts() && counted.answer.launch_count() > 0) counted_call_ = counted.call;
    return counted.answer;
}

// A call that fails cannot be measured. If the case does not count, because a correct case failed,
// this failure may be the same one. It is not if all shapes were right except the measured one.
Run::Counted Run::make_counted(const std::function<CheckedCall()>& make) {
    auto [call, check] = make();
    measured_ = call.request().function;
    std::optional<Answer> answer;
    try {
        answer = this->call(call, target_->orders.front());
        check(call, *answer);
    } catch (const CaseFailed&) {
        if (case_->part == Part::fast && failure_holds_rung_)
            hold_rung_to(0, "cannot be measured: a call of that size fails");
        throw;
    }
    if (case_->is_about_counts()) expect_no_new_error(measured_);
    return {std::move(call), std::move(*answer)};
}

void Run::demonstrate(const Answer& answer) {
    if (has_open_questions(answer.function())) {
        withhold(answer.function());
        return;
    }
    const auto counted = std::ranges::find_if(
        counted_, [&](const auto& each) { return &each.second.answer == &answer; });
    if (request_.closeups && counted != counted_.end()) {
        if (auto seen = from_close_up(counted->second.call)) {
            std::ranges::move(*seen, std::back_inserter(kernels_));
            return;
        }
    }
    kernels_.insert(kernels_.end(), answer.launches().begin(), answer.launches().end());
}

/// The launches of a repetition of the call with close-ups; nothing if the call does not complete.
std::optional<std::vector<score::Kernel>> Run::from_close_up(const Call& call) {
    Request request = request_;
    if (!call.device().empty()) request.device = call.device();
    Session session(simulator_starter(request, true), "forward", request_.call_limit);
    const auto result = session.call(call);
    const auto* const answer = std::get_if<Answer>(&result);
    return answer ? std::optional(answer->first_launches()) : std::nullopt;
}

const Predictions& Run::predictions() {
    if (!predictions_) predictions_.emplace(Predictions::of(request_.submission));
    return *predictions_;
}

const Predictions& Run::questions() {
    if (!questions_) questions_.emplace(Predictions::asked_by(lab::this_kit(), request_.lab));
    return *questions_;
}

bool Run::has_open_questions(const std::string& function) {
    const auto asked = [&](const Question& question) { return question.table == function; };
    if (std::ranges::none_of(questions().questions(), asked)) return false;
    try {
        return !predictions().answer_all(questions(), function);
    } catch (const PredictionError&) {
        return true;
    }
}

bool Run::has_failed_in_fast() const {
    return std::ranges::any_of(done_, [&](const score::Done& other) {
        return other.part == Part::fast && other.rung == case_->rung() && !other.passed;
    });
}

void Run::withhold(const std::string& function) {
    if (!std::ranges::count(to_predict_, function)) to_predict_.push_back(function);
}

void Run::note_work(score::Work work) {
    work.name = case_->name;
    work_.push_back(std::move(work));
}

void Run::note_time(score::TimedRun time) {
    time.name = case_->name;
    times_.push_back(std::move(time));
}

// The numbers of one case do not depend on other cases; the two backends get different ones.
std::uint64_t Run::draw_seed() {
    const std::string name = target_->backend + "/" + request_.lab + "/" +
                             std::string(name_of(case_->part)) + "/" + case_->name;
    return runner::mix(runner::mix(request_.seed, name) + seeds_drawn_++) >> 32;
}

std::uint64_t Run::draw_shared(std::string_view name) const {
    const std::string whole = target_->backend + "/" + request_.lab + "/" + std::string(name);
    return runner::mix(request_.seed, whole) >> 32;
}

void Run::note_failure(const std::string& message) {
    if (noted_failure_.empty()) noted_failure_ = message;
}

std::string Run::repeat(const Call& call, std::string_view order) const {
    const std::string lab = lab_number(request_.lab);
    if (call.reproduction().empty())
        return fmt::format("\n  repeat: ./grader/grade {} --seed {}", lab, request_.seed);
    return fmt::format("\n  repeat: ./grader/grade run {} -- {}{}", lab, call.reproduction(),
                       order == "forward" ? "" : fmt::format(" --order {}", order));
}

std::string Run::command_for_witness(const Call& call, const std::string& order) const {
    if (call.reproduction().empty()) return {};
    return fmt::format("./grader/grade run {} --order {} -- {}", lab_number(request_.lab), order,
                       call.reproduction());
}

void Run::log(const std::string& text) {
    if (log_.is_open()) log_ << text << std::flush;
}

void Run::fail_for_work(double share, const std::string& message) {
    if (!lost_work_ || share < lost_work_->share) lost_work_ = LostWork{share, message};
}

void Run::hold_rung_to(double share, const std::string& words) {
    RungWork& work = works_[case_];
    if (share < work.share) work = {share, words, measured_};
}

bool Run::has_wrong_values(const std::string& rung, const std::string& function) const {
    return std::ranges::any_of(results_, [&](const auto& each) {
        const auto& [registration, result] = each;
        return registration->part == Part::correct && registration->rung() == rung &&
               registration->names(function) && result.status == score::CaseStatus::failed;
    });
}

// No function loses points for the same thing twice. If a function's own values are wrong, it is
// not finished, so its work says nothing about the rung's other functions.
bool Run::holds(const RungWork& work, const Registration& measured_by,
                const Registration& registration) const {
    if (&measured_by == &registration || measured_by.rung() != registration.rung()) return false;
    return work.function.empty() || registration.names(work.function) ||
           !has_wrong_values(measured_by.rung(), work.function);
}

/// The smallest share that another case of the rung has measured.
Run::RungWork Run::work_beside(const Registration& registration) const {
    RungWork least;
    for (const auto& [measured_by, work] : works_) {
        if (work.share >= least.share || !holds(work, *measured_by, registration)) continue;
        least = work;
        const bool counted = results_.at(measured_by).status != score::CaseStatus::not_run;
        least.words += counted ? ": see its case under fast"
                               : ": it is measured all the same; repair first what fails";
    }
    return least;
}

// With the share of its points that the rung's work leaves.
score::CaseResult Run::result_of(const Registration& registration) const {
    score::CaseResult result = results_.at(&registration);
    const RungWork work = work_beside(registration);
    score::hold_to_work(result, work.share, work.words);
    return result;
}

score::LabResult Run::result() const {
    score::LabResult lab;
    lab.lab = request_.lab;
    lab.status = score::LabStatus::graded;
    for (const Part part : score::parts) {
        score::PartResult sum;
        sum.name = name_of(part);
        for (const Registration* registration : cases_of(request_.lab)) {
            const auto result = results_.find(registration);
            if (registration->part != part || result == results_.end()) continue;
            sum.cases.push_back(result_of(*registration));
            sum.score += sum.cases.back().score;
            sum.max_score += sum.cases.back().max_score;
        }
        if (sum.cases.empty()) continue;
        lab.score += sum.score;
        lab.max_score += sum.max_score;
        lab.parts.push_back(std::move(sum));
    }
    lab.findings = findings({});
    lab.kernels = kernels_;
    lab.work = work_;
    lab.times = times_;
    lab.to_predict = to_predict_;
    lab.log = request_.log.string();
    return lab;
}

}  // namespace grader::suite
