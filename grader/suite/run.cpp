#include "suite/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <stdexcept>

#include "score/work_gate.hpp"

namespace grader::suite {

namespace {

Run* running = nullptr;

std::set<const Registration*> asked_for(const Request& request) {
    std::set<const Registration*> cases;
    std::ranges::copy_if(cases_of(request.lab), std::inserter(cases, cases.end()),
                         [&](const Registration* registration) {
                             if (registration->needs == Needs::timing && !request.timed)
                                 return false;
                             return request.rung.empty() || registration->rung() == request.rung;
                         });
    if (request.only_case.empty()) return cases;
    const auto named = cases_named(request.lab, request.only_case);
    std::erase_if(cases, [&](const Registration* each) { return !named.contains(each); });
    return cases;
}

bool compare_times(const std::set<const Registration*>& cases) {
    return std::ranges::any_of(cases, [](const Registration* registration) {
        return registration->needs == Needs::timing;
    });
}

}  // namespace

Run::Run(const Request& request)
    : points_(points_of(request.lab, request.timed, request.points)),
      asked_for_(asked_for(request)),
      state_(request, compare_times(asked_for_)) {
    running = this;
}

Run::~Run() {
    running = nullptr;
}

Run& Run::current() {
    if (!running) throw std::logic_error("a graded case runs outside a run of its suite");
    return *running;
}

void Run::judge(const Registration& registration) {
    if (!asked_for_.contains(&registration)) return;
    case_ = {};
    case_.registration = &registration;
    if (programs().is_on_device() == (registration.needs == Needs::timing))
        judge_first(registration);
    else if (programs().is_on_device())
        judge_again(registration);
    reports_.emplace_back(&registration, std::move(case_.report));
    case_ = {};
}

void Run::judge_first(const Registration& registration) {
    score::CaseResult result;
    result.name = registration.name;
    result.hidden = registration.seen == Seen::hidden;
    result.max_score = points_.at(&registration);
    const auto reason =
        score::reason_not_to_run(registration.part, registration.rung(), results_.done());
    if (request().until_first_failure && results_.points_lost())
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
    score::CaseResult result = *results_.find(registration);
    const bool has_run = result.status != score::CaseStatus::not_run;
    if (registration.part == Part::correct) {
        if (result.status != score::CaseStatus::passed) return;
        if (request().until_first_failure && results_.points_lost()) return;
        run_case(registration, result);
        finish(registration, result);
    } else if (const auto reason = score::reason_not_to_run(registration.part, registration.rung(),
                                                            results_.done());
               reason && has_run) {
        result.status = score::CaseStatus::not_run;
        result.score = 0;
        result.message = *reason;
        finish(registration, result);
        if (!is_measured_all_the_same(registration)) forget_reports_of(registration);
    }
}

void Run::finish(const Registration& registration, const score::CaseResult& result) {
    log(result, registration.part);
    results_.add(registration, result, case_.raced, case_.computed);
}

void Run::forget_reports_of(const Registration& registration) {
    state_.findings.forget(registration);
    state_.works.forget(registration);
    std::erase_if(reports_, [&](const auto& report) { return report.first == &registration; });
}

void Run::run_case(const Registration& registration, score::CaseResult& result) {
    const auto begun = std::chrono::steady_clock::now();
    state_.programs.use_latest();
    const auto found = failure_of(registration);
    if (found)
        result.message =
            found->message + counted_.closeup(found->counted, found->odd_launch, found->accesses);
    const bool failed = found.has_value();
    result.status = failed ? score::CaseStatus::failed : score::CaseStatus::passed;
    if (failed) result.wrong = std::move(case_.wrong);
    result.score = result.max_score * (failed ? found->share : 1);
    result.elapsed.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

void Run::log(const score::CaseResult& result, Part part) {
    // Without a device, the log is the same whenever the same submission is graded, so it contains
    // no times.
    const std::string time =
        request().on_device ? fmt::format(" in {:.2f} s", result.elapsed.seconds) : "";
    state_.log << fmt::format("{}/{}: {:g} of {:g}{} {}\n", name_of(part), result.name,
                              result.score, result.max_score, time, result.message.text())
               << std::flush;
}

// The work of a rung also limits its other cases if its fast cases do not count because a correct
// case failed. Otherwise, failing one would avoid the limit.
bool Run::is_measured_all_the_same(const Registration& registration) const {
    return registration.part == Part::fast && registration.needs != Needs::timing &&
           score::has_passed(registration.rung(), results_.done());
}

/// Returns the line on the work that limits the rung's other cases, to which they refer.
score::Lines Run::measure_work_of(const Registration& registration) {
    if (!is_measured_all_the_same(registration)) return {};
    case_.failure_holds_rung = score::has_passed_most(registration.rung(), results_.done());
    state_.programs.use_simulator();
    failure_of(registration);
    const auto& lost_work = case_.lost_work;
    const bool holds_others = lost_work && score::worth_beside_work(lost_work->share) < 1;
    if (!holds_others) return {};
    return {{score::LineKind::cause,
             fmt::format("its work counts all the same: {}", lost_work->message.first())}};
}

std::optional<Run::Failure> Run::failure_of(const Registration& registration) {
    const bool uses_device = !on_simulator() && registration.needs != Needs::timing;
    const auto beside_others = uses_device ? programs().use_device() : std::nullopt;
    auto failure = failure_of_body(registration);
    if (failure && !on_simulator())
        failure->message.lines.front().words.insert(0, "on the device: ");
    return failure;
}

std::optional<Run::Failure> Run::failure_of_body(const Registration& registration) const {
    const auto shown_as = [&](const CaseFailed& shown, const CaseFailed& cause) {
        return Failure{shown.whole(), shown.share, cause.accesses, case_.counted, case_.odd_launch};
    };
    const auto& deferred = case_.deferred;
    const auto& lost_work = case_.lost_work;
    const auto& missed = case_.missed;
    const auto of_missed = [&] {
        const CaseFailed& failure = missed->failure;
        return Failure{failure.whole(), failure.share, failure.accesses, missed->counted,
                       missed->odd_launch};
    };
    try {
        registration.body();
    } catch (const CaseFailed& failure) {
        if (missed && !deferred) return of_missed();
        return shown_as(deferred ? *deferred : failure, failure);
    } catch (const SessionError&) {
        throw;
    } catch (const std::exception& error) {
        return Failure{std::string("the case itself failed: ") + error.what()};
    }
    if (deferred) return shown_as(*deferred, *deferred);
    if (missed) return of_missed();
    if (!case_.noted_failure.empty()) return Failure{case_.noted_failure};
    if (lost_work)
        return Failure{lost_work->whole(), lost_work->share, lost_work->accesses, case_.slowest,
                       case_.odd_launch};
    return std::nullopt;
}

void Run::note_work(score::Work work) {
    work.name = case_.registration->name;
    case_.report.work.push_back(std::move(work));
}

void Run::note_gate(score::Gate gate) {
    gate.name = case_.registration->name;
    case_.report.gates.push_back(std::move(gate));
}

void Run::note_time(score::TimedRun time) {
    time.name = case_.registration->name;
    case_.report.times.push_back(std::move(time));
}

void Run::note_order_dependence(const std::string& function, const OrderDifference& difference) {
    state_.findings.note_order_dependence(function, difference, *case_.registration);
}

std::uint64_t Run::draw_seed() {
    const Registration& registration = *case_.registration;
    const std::string name = std::string(name_of(registration.part)) + "/" + registration.name;
    return state_.programs.target().draw(name, case_.seeds_drawn++);
}

std::uint64_t Run::draw_shared(std::string_view name) const {
    return state_.programs.target().draw(name);
}

void Run::note_failure(const std::string& message) {
    if (case_.noted_failure.empty()) case_.noted_failure = message;
}

void Run::fail_for_work(double share, const std::string& message, const Accesses& accesses) {
    if (case_.lost_work && share >= case_.lost_work->share) return;
    case_.lost_work = CaseFailed{.message = message, .share = share, .accesses = accesses};
    case_.slowest = case_.counted;
}

// With the share of its points that the rung's work leaves.
score::CaseResult Run::result_of(const Registration& registration) const {
    score::CaseResult result = *results_.find(registration);
    const RungWork work = state_.works.least_beside(registration, results_);
    score::hold_to_work(result, work.share, work.words, work.how);
    return result;
}

score::LabResult Run::result() const {
    score::LabResult lab;
    lab.lab = request().lab;
    lab.status = score::LabStatus::graded;
    for (const Part part : score::parts) {
        score::PartResult sum;
        sum.part = part;
        for (const Registration* registration : cases_of(request().lab)) {
            if (registration->part != part || !results_.find(*registration)) continue;
            sum.cases.push_back(result_of(*registration));
            sum.score += sum.cases.back().score;
            sum.max_score += sum.cases.back().max_score;
        }
        if (sum.cases.empty()) continue;
        lab.score += sum.score;
        lab.max_score += sum.max_score;
        lab.parts.push_back(std::move(sum));
    }
    lab.findings = state_.findings.of({});
    for (const auto& [registration, report] : reports_) {
        for (auto kernel : report.kernels) {
            kernel.hidden = registration->seen == Seen::hidden;
            lab.kernels.push_back(std::move(kernel));
        }
        std::ranges::copy(report.work, std::back_inserter(lab.work));
        std::ranges::copy(report.gates, std::back_inserter(lab.gates));
        std::ranges::copy(report.times, std::back_inserter(lab.times));
    }
    lab.to_predict = state_.predicted.withheld();
    lab.log = request().log.string();
    return lab;
}

}  // namespace grader::suite
