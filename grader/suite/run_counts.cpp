// The counts of a run: the calls that several cases count, their close-ups, and the student's
// predictions of them.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "exchanged_launch.hpp"
#include "lab/kit.hpp"
#include "number_of.hpp"
#include "suite/causes/closer_look.hpp"
#include "suite/run.hpp"
#include "suite/starter.hpp"
#include "suite/work.hpp"

namespace grader::suite {

namespace {

/// A line on the first launch that looks exchanged; empty if there is none.
std::string odd_launch(const Answer& answer) {
    for (const score::Kernel& launch : answer.first_launches()) {
        const std::int64_t blocks = score::volume(launch.grid),
                           threads = score::volume(launch.block);
        if (!launches::looks_exchanged(blocks, threads)) continue;
        return fmt::format(
            "{} is launched with {} of {}: where a block should have {}, the two numbers of "
            "the launch are exchanged",
            launch.name, words::number_of(blocks, "block"), words::number_of(threads, "thread"),
            words::number_of(blocks, "thread"));
    }
    return {};
}

/// Nothing if the work cannot be measured.
std::optional<double> microseconds_of(const Answer& answer) {
    try {
        return estimated_microseconds(answer);
    } catch (const CaseFailed&) {
        return std::nullopt;
    }
}

/// The host's work counts, too, where it was watched.
bool takes_more(const Answer& answer, const Answer& than) {
    const auto cost = [](const Answer& one) {
        return std::pair(microseconds_of(one).value_or(std::numeric_limits<double>::infinity()),
                         one.lines_fetched());
    };
    return cost(answer) > cost(than);
}

/// Threads that take what is next from a counter share the work only if they run side by side: in
/// forward order, the first one takes it all. Both answers are right, and what each did it did, so
/// the quicker one counts, for all that is counted. One with an error does not.
bool takes_less(const Answer& answer, const Answer& than) {
    const auto is_error = [](const score::Finding& finding) {
        return finding.severity == score::Severity::error;
    };
    if (std::ranges::any_of(answer.findings(), is_error)) return false;
    const auto one = microseconds_of(answer), other = microseconds_of(than);
    return one && other && *one < *other;
}

/// While a call is made and its values are judged, what fails ends the case.
class JudgesValues {
  public:
    explicit JudgesValues(CaseState& state) : state_(state) { state_.judges_values = true; }
    ~JudgesValues() { state_.judges_values = false; }
    JudgesValues(const JudgesValues&) = delete;

  private:
    CaseState& state_;
};

}  // namespace

const Answer& Run::counts_of(const std::string& name, const std::function<CheckedCall()>& make) {
    // Drawn sizes differ between the backends, and a device is to answer for itself.
    const std::pair key{target_->backend(), name};
    auto known = counted_.find(key);
    if (known == counted_.end()) known = counted_.emplace(key, make_counted(make)).first;
    const Counted& counted = known->second;
    case_.measured = counted.answer.function();
    if (case_.registration->is_about_counts() && counted.answer.launch_count() > 0) {
        case_.counted = {counted.call, counted.answer.order()};
        case_.odd_launch = odd_launch(counted.answer);
    }
    if (counted.error) miss(*counted.error);
    return counted.answer;
}

const Answer& Run::slower_counts_of(const std::string& name,
                                    const std::function<CheckedCall(runner::InputKind)>& make) {
    using enum runner::InputKind;
    const auto with = [&](runner::InputKind kind) -> const Answer& {
        return counts_of(fmt::format("{}, {}", name, runner::name_of(kind)),
                         [&] { return make(kind); });
    };
    const bool is_whole = draw_shared(name + " numbers") % 2 == 0;
    const auto drawn = is_whole ? integers : reals, other = is_whole ? reals : integers;
    const Answer& answer = with(drawn);
    if (!is_made_with_both(name) || !takes_more(with(other), answer)) return with(drawn);
    return with(other);
}

// The first one whose work is judged, which is mostly the largest: a kernel that is quick for one
// kind of numbers only is so at every size.
bool Run::is_made_with_both(const std::string& name) {
    if (case_.registration->part != Part::fast) return false;
    const std::pair key{target_->backend(), std::string(case_.registration->rung())};
    return made_with_both_.try_emplace(key, name).first->second == name;
}

// A call that fails cannot be measured. If the case does not count, because a correct case failed,
// this failure may be the same one. It is not if all shapes were right except the measured one.
Run::Counted Run::make_counted(const std::function<CheckedCall()>& make) {
    auto [call, check] = make();
    const JudgesValues judges(case_);
    case_.measured = call.request().function;
    std::optional<Answer> answer;
    try {
        answer = this->call(call, target_->orders().front());
        check(call, *answer);
        if (auto other = interleaved(call, {&*answer, 1}, kept_sessions(call), true)) {
            check(call, *other);
            if (takes_less(*other, *answer)) answer = std::move(*other);
        }
    } catch (const CaseFailed&) {
        if (case_.registration->part == Part::fast && case_.failure_holds_rung)
            hold_rung_to(0, "cannot be measured: a call of that size fails");
        throw;
    }
    std::optional<CaseFailed> error;
    if (case_.registration->is_about_counts()) error = findings_.new_error(case_.measured);
    // Otherwise a launch a row, by one thread each, would be held to nothing.
    if (case_.registration->part == Part::fast && answer->has_unlisted_launches())
        hold_rung_to(
            0, fmt::format("cannot be measured: it makes {} launches", answer->launch_count()));
    return {std::move(call), std::move(*answer), std::move(error)};
}

void Run::demonstrate(const Answer& answer) {
    if (has_open_questions(answer.function())) {
        withhold(answer.function());
        return;
    }
    const auto counted = std::ranges::find_if(
        counted_, [&](const auto& each) { return &each.second.answer == &answer; });
    if (request_.closeups && counted != counted_.end()) {
        if (auto seen = from_close_up(counted->second.call, answer.order())) {
            std::ranges::move(*seen, std::back_inserter(case_.report.kernels));
            return;
        }
    }
    case_.report.kernels.insert(case_.report.kernels.end(), answer.launches().begin(),
                                answer.launches().end());
}

/// The launches of a repetition of the call with close-ups; nothing if the call does not complete.
std::optional<std::vector<score::Kernel>> Run::from_close_up(const Call& call,
                                                             const std::string& order) const {
    Request request = request_;
    if (!call.device().empty()) request.device = call.device();
    Session session(simulator_starter(request, true), order, request_.call_limit);
    const auto result = session.call(call);
    const auto* const answer = std::get_if<Answer>(&result);
    return answer ? std::optional(answer->first_launches()) : std::nullopt;
}

// What causes the counts of a failed case, and how to see more. Empty for other cases.
score::Lines Run::closeup(const Failure& failure) {
    const auto& counted = failure.counted;
    if (!case_.registration->is_about_counts() || !target_->is_simulator() || !counted) return {};
    if (has_open_questions(counted->call.request().function)) {
        withhold(counted->call.request().function);
        return {};
    }
    const std::string& by_hand = counted->call.reproduction();
    // The counts beside a picture would be the answer to a question.
    const bool shown = case_.registration->part == Part::fast;
    score::Lines lines;
    if (!failure.odd_launch.empty()) lines.push_back({score::LineKind::cause, failure.odd_launch});
    if (shown) lines += picture(*counted, failure.accesses);
    if (!by_hand.empty())
        lines.push_back(
            {score::LineKind::command,
             fmt::format("see why: ./grader/grade run {} --explain{} -- {}", request_.lab_number(),
                         counted->order == "interleaved" ? " --order interleaved" : "", by_hand)});
    return lines;
}

// Makes the call again with close-ups. Only once in a run, since most failures have the same cause.
score::Lines Run::picture(const CaseState::CountedCall& counted, const Accesses& accesses) {
    if (pictured_ || request_.until_first_failure) return {};
    const auto launches = from_close_up(counted.call, counted.order);
    auto lines = launches ? closer_look(*launches, accesses) : score::Lines();
    pictured_ = !lines.empty();
    return lines;
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

void Run::withhold(const std::string& function) {
    if (!std::ranges::count(to_predict_, function)) to_predict_.push_back(function);
}

}  // namespace grader::suite
