#include "suite/case_calls.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "score/deduction.hpp"
#include "score/findings.hpp"
#include "suite/calls/misconduct.hpp"
#include "suite/reproduction.hpp"
#include "suite/value_work.hpp"

namespace grader::suite {

namespace {

constexpr const char* interleaved_order = "interleaved";

score::Finding leak(const std::string& function, std::int64_t bytes) {
    score::Finding finding;
    finding.kind = "leak";
    finding.severity = score::Severity::error;
    finding.host = true;
    finding.message = fmt::format(
        "{} bytes of device memory that {} allocated are never freed: every cudaMalloc needs its "
        "cudaFree",
        bytes, function);
    return finding;
}

score::Finding freed_others_memory(const std::string& function) {
    score::Finding finding;
    finding.kind = "use_after_free";
    finding.severity = score::Severity::error;
    finding.host = true;
    finding.message =
        fmt::format("{} frees device memory that is not its own, and that others still use: {}",
                    function, frees_only_its_own);
    return finding;
}

}  // namespace

Outcome CaseCalls::make(const Call& call) {
    return make_in(target().orders_of(call), call);
}

Outcome CaseCalls::make_in_every_order(const Call& call) {
    return make_in(target().orders(), call);
}

// Makes the call in all orders; the child processes run in parallel.
Outcome CaseCalls::make_in(const std::vector<std::string>& orders, const Call& call) {
    const SharedMemory inputs(call.inputs(), SharedMemory::Program::reads);
    std::optional<SharedMemory> twins_inputs;
    if (call.twin()) twins_inputs.emplace(call.twin()->inputs(), SharedMemory::Program::reads);
    before_.clear();
    for (const std::string& order : orders)
        kept_session(call, order)
            .begin(target().in_order(call, order),
                   target().is_twins(call, order) ? *twins_inputs : inputs);
    std::vector<std::variant<Answer, Verdict>> results;
    bool has_used_up_a_limit = false;  // then it would do so in the next order, too
    for (const std::string& order : orders) {
        Session& session = target().session(order, call.device());
        if (has_used_up_a_limit) {
            session.give_up();
            continue;
        }
        results.push_back(session.end());
        const auto* const verdict = std::get_if<Verdict>(&results.back());
        has_used_up_a_limit = verdict && verdict->used_up_a_limit();
    }
    std::vector<Answer> answers, twins;
    for (std::size_t i = 0; i < results.size(); ++i) {
        auto& group = target().is_twins(call, orders[i]) ? twins : answers;
        group.push_back(accept(target().in_order(call, orders[i]),
                               target().session(orders[i], call.device()), std::move(results[i])));
    }
    add_further_orders(call, answers, kept_sessions(call));
    if (case_.registration->part == Part::correct) hold_to_limit(call, answers);
    for (Answer& answer : answers) answer.made_after(before_[answer.order()]);
    return Outcome(std::move(answers), std::move(twins));
}

// Threads that take their work from a counter share it only in the interleaved order, in which not
// every call is made for its values. All threads live at once there, which may take more memory
// than there is; that says nothing of the work.
void CaseCalls::hold_to_limit(const Call& call, std::span<const Answer> answers) {
    if (!target().is_simulator() || call.must_be_refused()) return;
    const bool names_sizes = case_.registration->seen != Seen::hidden;
    auto work = too_slow(call, answers, run_.request, names_sizes);
    const auto is_interleaved = [](const Answer& answer) {
        return answer.order() == interleaved_order;
    };
    if (work && std::ranges::any_of(answers, &Answer::reads_by_atomics) &&
        std::ranges::none_of(answers, is_interleaved)) {
        const auto result = target().session(interleaved_order, call.device()).call(call);
        const auto* const verdict = std::get_if<Verdict>(&result);
        if (verdict && verdict->kind == Verdict::Kind::out_of_memory) return;
        if (const auto* const answer = std::get_if<Answer>(&result))
            work = too_slow(call, {answer, 1}, run_.request, names_sizes);
    }
    if (work) run_.works.note(*case_.registration, *work);
}

CaseCalls::SessionIn CaseCalls::kept_sessions(const Call& call) {
    return [&](const std::string& order) -> Session& { return kept_session(call, order); };
}

Session& CaseCalls::kept_session(const Call& call, const std::string& order) {
    Session& session = target().session(order, call.device());
    before_[order] = session.history_of(call.request().function);
    return session;
}

void CaseCalls::add_further_orders(const Call& call, std::vector<Answer>& answers,
                                   const SessionIn& session_in) {
    if (case_.registration->part != Part::correct) return;
    if (auto in_witness = witness(call, answers, session_in))
        answers.push_back(std::move(*in_witness));
    else if (auto other = interleaved(call, answers, session_in, false))
        answers.push_back(std::move(*other));
}

// Where no witness was found. What is read by one atomic and stored by another one is no race, but
// it loses what others have stored between the two. Threads that run one after the other do not
// show that. Only the values are judged, as with a witness. A call that fails here has no right
// ones: otherwise a kernel that notices another thread between the two would only have to stop. All
// threads live at once, which may take more memory than there is; that says nothing of the program.
std::optional<Answer> CaseCalls::interleaved(const Call& call, std::span<const Answer> answers,
                                             const SessionIn& session_in, bool is_counted) {
    const auto raced = [](const Answer& answer) { return score::has_race(answer.findings()); };
    if (!target().may_be_interleaved(call, is_counted) ||
        std::ranges::none_of(answers, &Answer::reads_by_atomics) ||
        (is_counted && std::ranges::any_of(answers, raced)))
        return std::nullopt;
    const std::string order = interleaved_order;
    auto result = session_in(order).call(call);
    if (const auto* const verdict = std::get_if<Verdict>(&result)) {
        if (verdict->kind == Verdict::Kind::out_of_memory) return std::nullopt;
        throw failure_in(order, call, call.request().function + ": " + verdict->message,
                         verdict->findings);
    }
    Answer& answer = std::get<Answer>(result);
    if (const std::string why = misconduct(call, answer); !why.empty())
        throw failure_in(order, call, why, answer.findings());
    answer.made_on(call.device());
    return std::move(answer);
}

CaseFailed CaseCalls::failure_in(const std::string& order, const Call& call,
                                 const std::string& message,
                                 const std::vector<score::Finding>& findings) const {
    return {.message = message,
            .why = score::first_lines(findings),
            .how = repeat(run_.request, call, order)};
}

// Only its values are judged, like those of any other order. Its findings and costs are of launches
// that ran many times.
std::optional<Answer> CaseCalls::witness(const Call& call, const std::vector<Answer>& answers,
                                         const SessionIn& session_in) {
    constexpr int most_fruitless = 4;
    const std::string& function = call.request().function;
    const auto raced = std::ranges::find_if(
        answers, [](const Answer& answer) { return score::has_race(answer.findings()); });
    if (raced == answers.end() || !target().is_simulator() ||
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
            finding.witness->command =
                command_for_witness(run_.request, call, finding.witness->order);
    run_.findings.add_witnesses(function, told, *case_.registration);
    answer->made_on(call.device());
    answer->made_in(found->witness->order);
    return std::move(*answer);
}

Answer CaseCalls::make(const Call& call, std::string_view order) {
    Session& session = target().session(std::string(order), call.device());
    return accept(call, session, session.call(call));
}

Answer CaseCalls::make(const Call& call, const SharedMemory& inputs, Session& session) {
    session.begin(call, inputs);
    return accept(call, session, session.end());
}

Answer CaseCalls::accept(const Call& call, Session& session, std::variant<Answer, Verdict> result) {
    const std::string& function = call.request().function;
    if (const auto* verdict = std::get_if<Verdict>(&result)) {
        keep(function, verdict->findings);
        if (case_.deferred && call.is_telling())
            run_.findings.retell(function, verdict->findings, *case_.registration);
        run_.log << session.take_output() << std::flush;
        throw CaseFailed{
            .message = function + ": " + verdict->message,
            .why = score::causes_in(words_of(run_.request.slips, function, verdict->findings)) +
                   score::first_lines(verdict->findings),
            .how = repeat(run_.request, call, session.order()),
            .is_final = verdict->used_up_a_limit(),
            .is_crash = true};
    }
    Answer answer = std::get<Answer>(std::move(result));
    answer.made_on(call.device());
    // What goes wrong after a call that was made to fail is judged by the case that asked for it.
    if (!call.request().fail_call && !call.must_be_refused()) keep_of(call, answer);
    if (case_.registration->is_about_counts() && answer.launch_count() > 0) {
        case_.counted = {call, session.order()};
    }
    case_.computed = case_.computed || answer.has_completed();
    if (const std::string why = misconduct(call, answer); !why.empty())
        throw CaseFailed{
            why,
            score::causes_in(words_of(run_.request.slips, function, answer.findings())) +
                score::first_lines(answer.findings()),
            repeat(run_.request, call, session.order()), launches_too_often(answer)};
    return answer;
}

std::optional<Answer> CaseCalls::make_interleaved(const Call& call, const Answer& made) {
    return interleaved(call, {&made, 1}, kept_sessions(call), true);
}

std::optional<Outcome> CaseCalls::make_alone(const Call& call) {
    if (!target().is_simulator() || run_.request.until_first_failure || case_.deferred)
        return std::nullopt;
    std::vector<Answer> answers, twins;
    for (const std::string& order : target().orders()) {
        const Call& made = target().in_order(call, order);
        auto result = target().fresh_session(order, call.device())->call(made);
        auto* const answer = std::get_if<Answer>(&result);
        if (!answer || !misconduct(made, *answer).empty()) return std::nullopt;
        (target().is_twins(call, order) ? twins : answers).push_back(std::move(*answer));
    }
    std::unique_ptr<Session> fresh;
    const auto alone = [&](const std::string& order) -> Session& {
        fresh = target().fresh_session(order, call.device());
        return *fresh;
    };
    try {
        add_further_orders(call, answers, alone);
    } catch (const CaseFailed&) {
        return std::nullopt;
    }
    for (Answer& answer : answers) answer.made_after(History());
    return Outcome(std::move(answers), std::move(twins));
}

std::optional<std::variant<Answer, Verdict>> CaseCalls::made_after_the_same(
    const Call& call, const std::string& order, const std::optional<History>& before) const {
    if (!target().is_simulator() || run_.request.until_first_failure || !before)
        return std::nullopt;
    const auto fresh = target().fresh_session(order, call.device());
    for (const auto& earlier : *before) fresh->call(*earlier);
    return fresh->call(target().in_order(call, order));
}

std::optional<bool> CaseCalls::is_given_again(const Call& call, const Answer& answer) const {
    const auto again = made_after_the_same(call, answer.order(), answer.before());
    if (!again) return std::nullopt;
    const auto* const given = std::get_if<Answer>(&*again);
    return given && given->equals(answer);
}

std::optional<bool> CaseCalls::is_given_again(const Call& call, const score::Message& end) const {
    std::optional<bool> is_given;
    for (const std::string& order : target().orders_of(call)) {
        const auto before = before_.find(order);
        if (before == before_.end()) continue;
        const auto again = made_after_the_same(call, order, before->second);
        if (!again) continue;
        const auto* const verdict = std::get_if<Verdict>(&*again);
        is_given = is_given == true ||
                   (verdict && end == call.request().function + ": " + verdict->message);
    }
    return is_given;
}

std::optional<Answer> CaseCalls::make_once_more(const Call& call, std::string_view order) {
    if (run_.request.until_first_failure) return std::nullopt;
    auto result = target().session(std::string(order), call.device()).call(call);
    auto* const answer = std::get_if<Answer>(&result);
    if (!answer) return std::nullopt;
    return std::move(*answer);
}

// Small calls are easy to follow, but a number in them may be several things. So the first failure
// is shown, and a later one of the same case explains it. In some shapes two mistakes look alike,
// so several are tried.
void CaseCalls::defer(const CaseFailed& failure, const Call& call, const std::string& words) {
    constexpr int most_unexplained = 4;
    if (run_.request.until_first_failure || failure.is_final) throw failure;
    const bool explains = call.is_telling() && !failure.why.empty();
    if (!case_.deferred) {
        if (explains) throw failure;
        case_.deferred = failure;
    } else if (explains) {
        case_.deferred->why =
            score::Lines{{score::LineKind::shape, "seen with " + words + ":"}} + failure.why;
    }
    if (explains || (call.is_telling() && ++case_.unexplained == most_unexplained))
        throw CaseFailed(*case_.deferred);
}

void CaseCalls::keep_of(const Call& call, const Answer& answer) {
    const std::string& function = call.request().function;
    keep(function, answer.findings());
    if (case_.deferred && call.is_telling())
        run_.findings.retell(function, answer.findings(), *case_.registration);
    // After a failed kernel nothing can be freed, so that is no leak of the function's. Any other
    // leak counts even if the program's own records do not mention it.
    const bool told = std::ranges::count(answer.findings(), "leak", &score::Finding::kind) > 0;
    if (answer.leaked_bytes() > 0 && answer.has_completed() && !told)
        keep(function, {leak(function, answer.leaked_bytes())});
    if (answer.freed_others()) keep(function, {freed_others_memory(function)});
}

void CaseCalls::keep(const std::string& function, const std::vector<score::Finding>& findings) {
    run_.findings.keep(function, findings, *case_.registration);
    case_.raced = case_.raced || score::has_race(findings);
}

}  // namespace grader::suite
