// The calls of a run, in every order of threads, in its sessions, and what is recorded of their
// answers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>
#include <set>

#include "runner/inputs.hpp"
#include "runner/protocol.hpp"
#include "runner/random.hpp"
#include "score/deduction.hpp"
#include "score/findings.hpp"
#include "suite/run.hpp"
#include "suite/starter.hpp"

namespace grader::suite {

namespace {

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

// For example "; k has (1, 1, 1) blocks of (32, 1, 1) threads", for each of the first kernels.
std::string grids_of(const Answer& answer) {
    constexpr std::size_t most = 2;
    std::string words;
    for (const score::Kernel& kernel : answer.first_launches() | std::views::take(most))
        words += fmt::format("; {} has ({}) blocks of ({}) threads", kernel.name,
                             fmt::join(kernel.grid, ", "), fmt::join(kernel.block, ", "));
    return words;
}

// Why an answer must be rejected, whatever its values are.
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
        return function +
               " copies between host and device memory, or has one of them read what the other one "
               "stored in memory that both share: all of the work is the kernel's";
    for (const std::string& name : answer.written_by_host())
        if (!call.is_scratch(name))
            return "some of " + name + " was not written by a kernel: " +
                   (answer.launch_count() == 0 ? function + " launches none"
                                               : "the last write there was a copy or a fill: does "
                                                 "a thread come to every element?" +
                                                     grids_of(answer));
    return {};
}

/// Whether the call is large enough that a number identifies one thing: no size is 1, and no two
/// sizes are equal, unless the lab's matrices are square.
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

}  // namespace

// Results that depend on the order of threads mostly do so at every size, and a race is found in
// any order. Large calls, which take most of the time, are therefore made once.
bool Run::is_made_in_every_order(const Call& call) const {
    constexpr std::uint64_t most_bytes = 8192;
    std::uint64_t bytes = 0;
    for (const runner::ArraySpec& array : call.request().arrays)
        if (array.role != runner::Role::echo) bytes += array.bytes();
    return target_->orders.size() == 1 || call.twin() || bytes <= most_bytes;
}

// Always the same order for the same sizes, since a program that remembers answers gets the same
// call again.
const std::string& Run::order_of_large_call(const Call& call) const {
    std::uint64_t sizes = 0;
    for (const auto& [name, size] : call.request().sizes)
        sizes = runner::mix(runner::mix(sizes, name) ^ static_cast<std::uint64_t>(size));
    return target_->orders[sizes % target_->orders.size()];
}

Outcome Run::call(const Call& call) {
    return is_made_in_every_order(call) ? call_in_every_order(call)
                                        : call_in({order_of_large_call(call)}, call);
}

Outcome Run::call_in_every_order(const Call& call) {
    return call_in(target_->orders, call);
}

bool Run::is_twins(const Call& call, const std::string& order) const {
    return call.twin() && order != target_->orders.front();
}

const Call& Run::in_order(const Call& call, const std::string& order) const {
    return is_twins(call, order) ? *call.twin() : call;
}

// Makes the call in all orders; the child processes run in parallel.
Outcome Run::call_in(const std::vector<std::string>& orders, const Call& call) {
    const SharedMemory inputs(call.inputs(), SharedMemory::Program::reads);
    std::optional<SharedMemory> twins_inputs;
    if (call.twin()) twins_inputs.emplace(call.twin()->inputs(), SharedMemory::Program::reads);
    for (const std::string& order : orders)
        session(order, call.device())
            .begin(in_order(call, order), is_twins(call, order) ? *twins_inputs : inputs);
    std::vector<std::variant<Answer, Verdict>> results;
    for (const std::string& order : orders) results.push_back(session(order, call.device()).end());
    std::vector<Answer> answers, twins;
    for (std::size_t i = 0; i < results.size(); ++i) {
        auto& group = is_twins(call, orders[i]) ? twins : answers;
        group.push_back(accept(in_order(call, orders[i]), session(orders[i], call.device()),
                               std::move(results[i])));
    }
    const auto kept = [&](const std::string& order) -> Session& {
        return session(order, call.device());
    };
    if (auto in_witness = witness(call, answers, kept)) answers.push_back(std::move(*in_witness));
    return Outcome(std::move(answers), std::move(twins));
}

// Only its values are judged, like those of any other order. Its findings and costs are of launches
// that ran many times.
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
        solution_ = std::make_unique<Session>(device_starter(request_, device_programs_.solution),
                                              target_->orders.front(), request_.call_limit);
    return *solution_;
}

std::optional<kit_io::FileLock> Run::use_device() const {
    if (request_.device_lock.empty()) return std::nullopt;
    return kit_io::FileLock(request_.device_lock, kit_io::FileLock::Mode::shared);
}

std::optional<kit_io::FileLock> Run::reserve_device() const {
    if (request_.device_lock.empty()) return std::nullopt;
    return kit_io::FileLock(request_.device_lock, kit_io::FileLock::Mode::exclusive);
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
    if (!call.request().fail_call && !call.must_be_refused()) keep_of(call, answer);
    if (case_->is_about_counts() && answer.launch_count() > 0) counted_call_ = call;
    computed_ = computed_ || (answer.thrown().empty() && answer.error() == "cudaSuccess");
    if (const std::string why = misconduct(call, answer); !why.empty())
        throw CaseFailed{why, lines_of(answer.findings()), repeat(call, session.order()),
                         answer.launch_count() > runner::most_run_launches};
    return answer;
}

std::optional<Outcome> Run::call_alone(const Call& call) {
    if (target_->backend != "sim" || request_.until_first_failure || deferred_) return std::nullopt;
    std::vector<Answer> answers, twins;
    for (const std::string& order : target_->orders) {
        Session session(target_->starter, order, request_.call_limit);
        const Call& made = in_order(call, order);
        auto result = session.call(made);
        auto* const answer = std::get_if<Answer>(&result);
        if (!answer || !misconduct(made, *answer).empty()) return std::nullopt;
        (is_twins(call, order) ? twins : answers).push_back(std::move(*answer));
    }
    std::optional<Session> fresh;
    const auto alone = [&](const std::string& order) -> Session& {
        return fresh.emplace(target_->starter, order, request_.call_limit);
    };
    if (auto in_witness = witness(call, answers, alone)) answers.push_back(std::move(*in_witness));
    return Outcome(std::move(answers), std::move(twins));
}

std::optional<Answer> Run::call_once_more(const Call& call, std::string_view order) {
    if (request_.until_first_failure) return std::nullopt;
    auto result = session(std::string(order), call.device()).call(call);
    auto* const answer = std::get_if<Answer>(&result);
    if (!answer) return std::nullopt;
    return std::move(*answer);
}

// Small calls are easy to follow, but a number in them may be several things. So the first failure
// is shown, and a later one of the same case explains it.
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
    // After a failed kernel nothing can be freed, so that is no leak of the function's. Any other
    // leak counts even if the program's own records do not mention it.
    const bool told = std::ranges::count(answer.findings(), "leak", &score::Finding::kind) > 0;
    if (answer.leaked_bytes() > 0 && answer.thrown().empty() && answer.error() == "cudaSuccess" &&
        !told)
        keep(function, {leak(function, answer.leaked_bytes())});
}

void Run::keep(const std::string& function, const std::vector<score::Finding>& findings) {
    auto kept = findings;
    // The program has checked for the refusal; some calls test exactly that.
    std::erase_if(kept, [](const score::Finding& finding) {
        return finding.kind == "launch_error" && finding.severity == "note";
    });
    score::merge(findings_[function], kept);
    if (case_->part == Part::correct || case_->part == Part::safe)
        for (const score::Finding& finding : kept)
            if (finding.severity == "error") kinds_before_[function].insert(finding.kind);
    raced_ = raced_ || score::has_race(findings);
}

std::vector<score::Finding> Run::findings(std::string_view function) const {
    std::vector<score::Finding> found;
    for (const auto& [name, findings] : findings_) {
        if (function.empty() || name == function) score::merge_apart(found, findings);
    }
    return found;
}

namespace {

// If a thread that has exited has a place, it had arrived at that barrier before.
bool is_uneven_barrier(const score::Finding& finding) {
    return finding.kind == "barrier_divergence" && finding.severity == "warning" && finding.other &&
           finding.other->line > 0;
}

}  // namespace

void Run::expect_no_findings(std::string_view function, Barriers barriers) {
    auto found = findings(function);
    if (barriers == Barriers::even)
        for (auto& finding : found)
            if (is_uneven_barrier(finding)) finding.severity = "error";
    std::erase_if(found, [](const auto& finding) { return finding.severity != "error"; });
    if (found.empty()) return;
    set_share(score::share_left(found));
    throw CaseFailed{fmt::format("{} finding{} in {}:", found.size(), found.size() == 1 ? "" : "s",
                                 function.empty() ? "the lab" : function) +
                     lines_of(found)};
}

// The safe cases have been judged by then, and have not seen it.
void Run::expect_no_new_error(const std::string& function) const {
    auto found = findings(function);
    const auto before = kinds_before_.find(function);
    std::erase_if(found, [&](const score::Finding& finding) {
        return finding.severity != "error" ||
               (before != kinds_before_.end() && before->second.contains(finding.kind));
    });
    if (found.empty()) return;
    throw CaseFailed{function +
                     ": where its work is measured, an error is found that no case "
                     "under correct shows:" +
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

}  // namespace grader::suite
