#include "suite/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <stdexcept>

#include "lab/kit.hpp"
#include "runner/inputs.hpp"
#include "runner/protocol.hpp"
#include "score/deduction.hpp"
#include "score/work_gate.hpp"
#include "suite/closer_look.hpp"
#include "suite/starter.hpp"

namespace grader::suite {

namespace {

Run* running = nullptr;

std::string lab_number(const std::string& slug) {
    return slug.substr(0, slug.find('-'));
}

std::string lines_of(const std::vector<score::Finding>& findings) {
    constexpr std::size_t most_shown = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(findings.size(), most_shown); ++i)
        text += "\n  " + score::one_line(findings[i]);
    return text;
}

score::Finding leak(const std::string& function, std::int64_t bytes) {
    score::Finding finding;
    finding.kind = "leak";
    finding.severity = "error";
    finding.host = true;
    finding.message = fmt::format(
        "{} bytes of device memory that {} allocated are never freed: every cudaMalloc needs its "
        "cudaFree",
        bytes, function);
    return finding;
}

// Why an answer is not to be accepted, whatever its values.
std::string misconduct(const Call& call, const Answer& answer) {
    const std::string& function = call.request().function;
    if (!answer.thrown().empty())
        return call.throwing_is_answer()
                   ? ""
                   : function + " ended with an exception: " + answer.thrown();
    if (answer.launch_count() > runner::most_run_launches)
        return fmt::format(
            "{} makes {} launches; more than {} in a call are not waited for: let each do more",
            function, answer.launch_count(), runner::most_run_launches);
    if (answer.error() != "cudaSuccess") return {};  // nothing could be copied back
    for (const runner::ArraySpec& array : call.request().arrays)
        if (array.role == runner::Role::in && answer.has_echo(array.name) &&
            !answer.left_unchanged(array.name, call.inputs().subspan(array.offset, array.bytes())))
            return function + " changes " + array.name + ", which it may only read";
    if (answer.host_copies() > 0)
        return function + " copies between host and device memory: all of the work is the kernel's";
    for (const std::string& name : answer.written_by_host())
        if (!call.is_scratch(name))
            return name +
                   " was not written by a kernel: the last writes to it were copies or fills";
    return {};
}

/// Large enough that a number is not several things at once: neither a size of 1, nor two equal
/// ones, unless the matrices of the lab are square.
bool is_telling(const Call& call) {
    constexpr std::int64_t enough = 256, enough_if_square = 1024;
    if (call.telling()) return *call.telling();
    std::int64_t product = 1;
    std::set<std::int64_t> different;
    std::size_t count = 0;
    for (const char* const name : {"n", "m", "k"}) {
        const auto size = call.request().sizes.find(name);
        if (size == call.request().sizes.end()) continue;
        if (size->second < 2) return false;
        product *= std::min<std::int64_t>(size->second, enough_if_square);
        different.insert(size->second);
        ++count;
    }
    return product >= (different.size() == count ? enough : enough_if_square);
}

bool is_about_counts(const Registration& registration) {
    return registration.part == Part::fast || registration.part == Part::predict;
}

}  // namespace

Run::Run(const Request& request)
    : request_(request), points_(points_of(request.lab, !request.device_solution.empty())) {
    targets_.push_back(simulator_target());
    if (!request_.device_program.empty()) targets_.push_back(device_target());
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

Run::Target Run::simulator_target() const {
    return {"sim", simulator_starter(request_), request_.orders, {}};
}

Run::Target Run::device_target() const {
    return {"cuda", device_starter(request_, request_.device_program), {"forward"}, {}};
}

void Run::judge(const Registration& registration) {
    if (registration.needs == Needs::timing && request_.device_solution.empty()) return;
    if (asked_for_ && !asked_for_->contains(&registration)) return;
    if (!request_.rung.empty() && registration.rung() != request_.rung) return;
    score::CaseResult result;
    result.name = registration.name;
    result.max_score = points_.at(&registration);
    case_ = &registration;
    raced_ = false;
    computed_ = false;
    share_ = 1;
    wrong_.reset();
    const auto reason = score::reason_not_to_run(registration.part, registration.rung(), done_);
    if (request_.until_first_failure && points_lost_) {
        result.message = "not run, because a case before it failed";
    } else if (reason) {
        result.message = *reason;
        measure_work_of(registration);
    } else {
        const auto begun = std::chrono::steady_clock::now();
        std::optional<std::string> failure;
        for (Target& target : targets_) {
            const bool on_device = target.backend == "cuda";
            const bool due = registration.needs == Needs::timing
                                 ? on_device
                                 : !on_device || registration.part == Part::correct;
            if (due && !failure) failure = failure_on(target, registration);
        }
        result.status = failure ? score::CaseStatus::failed : score::CaseStatus::passed;
        result.message = failure.value_or("");
        if (failure) result.wrong = std::move(wrong_);
        // A case that fails by its findings may keep a share of its points.
        result.score = result.max_score * (failure && share_ == 1 ? 0 : share_);
        result.elapsed.seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    }
    log(fmt::format("{}/{}: {:g} of {:g} {}\n", name_of(registration.part), registration.name,
                    result.score, result.max_score, result.message));
    points_lost_ = points_lost_ || result.score < result.max_score;
    done_.push_back({registration.part, registration.rung(), result.max_score,
                     result.status == score::CaseStatus::passed, raced_, computed_});
    results_[&registration] = std::move(result);
    case_ = nullptr;
}

// A rung's work is a gate also where its fast cases do not count, since a correct case failed:
// otherwise that would be a way round it.
void Run::measure_work_of(const Registration& registration) {
    const bool computes = std::ranges::any_of(done_, [&](const score::Done& other) {
        return other.part == Part::correct && other.rung == registration.rung() && other.passed;
    });
    if (registration.part != Part::fast || registration.needs == Needs::timing || !computes) return;
    failure_on(targets_.front(), registration);
}

// Where a failed case's counts come from, and how to see more of it. Empty for other cases.
std::string Run::closeup(std::string_view complaint) {
    if (!is_about_counts(*case_) || target_->backend != "sim" || !counted_call_) return {};
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

// The call is made again, from close up. Once a run: most failures have the same cause.
std::string Run::picture(std::string_view complaint) {
    if (pictured_ || request_.until_first_failure) return {};
    const auto launches = from_close_up(*counted_call_);
    const std::string text = launches ? closer_look(*launches, complaint) : "";
    pictured_ = !text.empty();
    return text;
}

std::optional<std::string> Run::failure_on(Target& target, const Registration& registration) {
    target_ = &target;
    seeds_drawn_ = 0;
    noted_failure_.clear();
    counted_call_.reset();
    deferred_.reset();
    const auto words = [](const CaseFailed& failure) {
        return failure.message + failure.why + failure.how;
    };
    const std::string where = target.backend == "cuda" ? "on the device: " : "";
    try {
        registration.body();
        if (deferred_) return where + words(*deferred_) + closeup(deferred_->message);
    } catch (const CaseFailed& failure) {
        return where + words(deferred_ ? *deferred_ : failure) + closeup(failure.message);
    } catch (const SessionError&) {
        throw;
    } catch (const std::exception& error) {
        return where + "the case itself failed: " + error.what();
    }
    if (!noted_failure_.empty()) return where + noted_failure_ + closeup(noted_failure_);
    return std::nullopt;
}

// All orders at once: the children work side by side.
Outcome Run::call(const Call& call) {
    const SharedMemory inputs(call.inputs(), SharedMemory::Program::reads);
    for (const std::string& order : target_->orders)
        session(order, call.device()).begin(call, inputs);
    std::vector<std::variant<Answer, Verdict>> results;
    for (const std::string& order : target_->orders)
        results.push_back(session(order, call.device()).end());
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < results.size(); ++i)
        answers.push_back(
            accept(call, session(target_->orders[i], call.device()), std::move(results[i])));
    const auto kept = [&](const std::string& order) -> Session& {
        return session(order, call.device());
    };
    if (auto in_witness = witness(call, answers, kept)) answers.push_back(std::move(*in_witness));
    return Outcome(std::move(answers));
}

// Its values are judged as those of any other order, and nothing else: what was found there, and
// what that cost, are of launches that were run many times.
std::optional<Answer> Run::witness(const Call& call, const std::vector<Answer>& answers,
                                   const SessionIn& session_in) {
    constexpr int most_fruitless = 4;
    const std::string& function = call.request().function;
    const auto raced = std::ranges::find_if(
        answers, [](const Answer& answer) { return score::has_race(answer.findings()); });
    if (raced == answers.end() || case_->part != Part::correct || target_->backend != "sim" ||
        fruitless_[function] == most_fruitless)
        return std::nullopt;
    auto result = session_in(raced->order() + "+witness").call(call);
    auto* const answer = std::get_if<Answer>(&result);
    const score::Finding* found = nullptr;
    if (answer)
        for (const score::Finding& finding : answer->findings())
            if (finding.witness && !found) found = &finding;
    if (!found) {
        ++fruitless_[function];
        return std::nullopt;
    }
    std::vector<score::Finding> told = answer->findings();
    for (score::Finding& finding : told)
        if (finding.witness)
            finding.witness->command = command_for_witness(call, finding.witness->order);
    score::add_witnesses(findings_[function], told);
    answer->made_on(call.device());
    answer->made_in(found->witness->order);
    return std::move(*answer);
}

Answer Run::call(const Call& call, std::string_view order) {
    return this->call(call, session(std::string(order), call.device()));
}

Answer Run::call(const Call& call, Session& session) {
    return accept(call, session, session.call(call));
}

Session& Run::student_on_device() {
    return session(target_->orders.front());
}

Session& Run::solution_on_device() {
    if (!solution_)
        solution_ = std::make_unique<Session>(device_starter(request_, request_.device_solution),
                                              target_->orders.front(), request_.call_limit);
    return *solution_;
}

Session& Run::session(const std::string& order, const std::string& device) {
    auto& session = target_->sessions[order + "@" + device];
    if (!session) {
        Request elsewhere = request_;
        elsewhere.device = device;
        session = std::make_unique<Session>(
            device.empty() ? target_->starter : simulator_starter(elsewhere), order,
            request_.call_limit);
    }
    return *session;
}

Answer Run::accept(const Call& call, Session& session, std::variant<Answer, Verdict> result) {
    const std::string& function = call.request().function;
    if (const auto* verdict = std::get_if<Verdict>(&result)) {
        keep(function, verdict->findings);
        if (deferred_ && is_telling(call)) score::retell(findings_[function], verdict->findings);
        log(session.take_output());
        throw CaseFailed{function + ": " + verdict->message, lines_of(verdict->findings),
                         repeat(call, session.order()),
                         verdict->kind == Verdict::Kind::out_of_time};
    }
    Answer answer = std::get<Answer>(std::move(result));
    answer.made_on(call.device());
    // What goes wrong after a call that was made to fail is judged by the case that asked for it.
    if (!call.request().fail_call) keep_of(call, answer);
    if (is_about_counts(*case_) && answer.launch_count() > 0) counted_call_ = call;
    computed_ = computed_ || (answer.thrown().empty() && answer.error() == "cudaSuccess");
    if (const std::string why = misconduct(call, answer); !why.empty())
        throw CaseFailed{why, lines_of(answer.findings()), repeat(call, session.order()),
                         answer.launch_count() > runner::most_run_launches};
    return answer;
}

std::optional<Outcome> Run::call_alone(const Call& call) {
    if (target_->backend != "sim" || request_.until_first_failure || deferred_) return std::nullopt;
    std::vector<Answer> answers;
    for (const std::string& order : target_->orders) {
        Session session(target_->starter, order, request_.call_limit);
        auto result = session.call(call);
        auto* const answer = std::get_if<Answer>(&result);
        if (!answer || !misconduct(call, *answer).empty()) return std::nullopt;
        answers.push_back(std::move(*answer));
    }
    std::optional<Session> fresh;
    const auto alone = [&](const std::string& order) -> Session& {
        return fresh.emplace(target_->starter, order, request_.call_limit);
    };
    if (auto in_witness = witness(call, answers, alone)) answers.push_back(std::move(*in_witness));
    return Outcome(std::move(answers));
}

std::optional<Answer> Run::call_once_more(const Call& call, std::string_view order) {
    if (request_.until_first_failure) return std::nullopt;
    auto result = session(std::string(order), call.device()).call(call);
    auto* const answer = std::get_if<Answer>(&result);
    if (!answer) return std::nullopt;
    return std::move(*answer);
}

std::string Run::repeat_case() const {
    return fmt::format(
        "\n  repeat, with the calls before it: ./grader/grade {} --seed {} --case \"{}\"",
        lab_number(request_.lab), request_.seed, case_->name);
}

// Small calls are easily followed, but in them one number may be several things: a larger one tells
// more. So the first failure is the one that is shown, and a later one of the same case explains
// it.
void Run::defer(const CaseFailed& failure, const Call& call, const std::string& words) {
    if (request_.until_first_failure || failure.is_final) throw failure;
    if (!deferred_) {
        if (is_telling(call)) throw failure;
        deferred_ = failure;
    } else if (is_telling(call)) {
        if (!failure.why.empty()) deferred_->why = "\n  seen with " + words + ":" + failure.why;
        throw CaseFailed(*deferred_);
    }
}

void Run::keep_of(const Call& call, const Answer& answer) {
    const std::string& function = call.request().function;
    keep(function, answer.findings());
    if (deferred_ && is_telling(call)) score::retell(findings_[function], answer.findings());
    // After a failed kernel nothing can be freed any more: that is no leak of the function's. A
    // leak that the program's own records do not tell of is one all the same.
    const bool told = std::ranges::count(answer.findings(), "leak", &score::Finding::kind) > 0;
    if (answer.leaked_bytes() > 0 && answer.thrown().empty() && answer.error() == "cudaSuccess" &&
        !told)
        keep(function, {leak(function, answer.leaked_bytes())});
}

void Run::keep(const std::string& function, const std::vector<score::Finding>& findings) {
    auto kept = findings;
    // A refusal that the program has asked about: some calls are made to see whether it does.
    std::erase_if(kept, [](const score::Finding& finding) {
        return finding.kind == "launch_error" && finding.severity == "note";
    });
    score::merge(findings_[function], kept);
    raced_ = raced_ || score::has_race(findings);
}

std::vector<score::Finding> Run::findings(std::string_view function) const {
    std::vector<score::Finding> found;
    for (const auto& [name, findings] : findings_) {
        if (function.empty() || name == function) score::merge_apart(found, findings);
    }
    return found;
}

void Run::expect_no_findings(std::string_view function) {
    auto found = findings(function);
    std::erase_if(found, [](const auto& finding) { return finding.severity != "error"; });
    if (found.empty()) return;
    set_share(score::share_left(found));
    throw CaseFailed{fmt::format("{} finding{} in {}:", found.size(), found.size() == 1 ? "" : "s",
                                 function.empty() ? "the lab" : function) +
                     lines_of(found)};
}

void Run::note_order_dependence(const std::string& function, const OrderDifference& difference) {
    auto& known = findings_[function];
    const auto told = std::ranges::find(known, "order_dependence", &score::Finding::kind);
    if (told != known.end())
        ++told->count;
    else
        known.push_back(order_dependence(function, difference, known));
}

const Answer& Run::counts_of(const std::string& name, const std::function<CheckedCall()>& make) {
    auto known = counted_.find(name);
    if (known == counted_.end()) {
        auto [call, check] = make();
        Outcome outcome = this->call(call);
        for (const Answer& answer : outcome) check(call, answer);
        known = counted_.emplace(name, Counted{std::move(call), outcome.first()}).first;
    }
    const Counted& counted = known->second;
    if (is_about_counts(*case_) && counted.answer.launch_count() > 0) counted_call_ = counted.call;
    return counted.answer;
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

/// The launches of a call that is made once more for that; none where it does not come to its end.
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
    if (!questions_) questions_.emplace(Predictions::if_any(lab::this_kit().labs() / request_.lab));
    return *questions_;
}

bool Run::has_open_questions(const std::string& function) {
    const auto asked = [&](const Question& question) { return question.table == function; };
    if (std::ranges::none_of(questions().questions(), asked)) return false;
    try {
        return std::ranges::any_of(questions().questions(), [&](const Question& question) {
            const Question* const own = predictions().find(question.table, question.key);
            return asked(question) && (!own || own->answer.empty());
        });
    } catch (const PredictionError&) {
        return true;
    }
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

// Cases do not disturb each other's numbers; both backends get different ones.
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

void Run::hold_rung_to(double share, const std::string& words) {
    RungWork& work = rung_work_[case_->rung()];
    work.measured_by.insert(case_);
    if (share >= work.share) return;
    work.share = share;
    work.words = words;
}

// With what the rung's work leaves of its points.
score::CaseResult Run::result_of(const Registration& registration) const {
    score::CaseResult result = results_.at(&registration);
    const auto work = rung_work_.find(registration.rung());
    if (work != rung_work_.end() && !work->second.measured_by.contains(&registration))
        score::hold_to_work(result, work->second.share, work->second.words);
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
