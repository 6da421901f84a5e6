#include "suite/counted_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "exchanged_launch.hpp"
#include "number_of.hpp"
#include "suite/causes/closer_look.hpp"
#include "suite/causes/slips.hpp"
#include "suite/estimate.hpp"
#include "suite/reproduction.hpp"
#include "suite/starter.hpp"

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
std::optional<double> microseconds_of(const Answer& answer, const std::string& device) {
    try {
        return estimate_all(answer, device).microseconds;
    } catch (const CaseFailed&) {
        return std::nullopt;
    }
}

/// The host's work counts, too, where it was watched.
bool takes_more(const Answer& answer, const Answer& than, const std::string& device) {
    const auto cost = [&](const Answer& one) {
        return std::pair(
            microseconds_of(one, device).value_or(std::numeric_limits<double>::infinity()),
            one.lines_fetched());
    };
    return cost(answer) > cost(than);
}

/// Threads that take what is next from a counter share the work only if they run side by side: in
/// forward order, the first one takes it all. Both answers are right, and what each did it did, so
/// the quicker one counts, for all that is counted. One with an error does not.
bool takes_less(const Answer& answer, const Answer& than, const std::string& device) {
    const auto is_error = [](const score::Finding& finding) {
        return finding.severity == score::Severity::error;
    };
    if (std::ranges::any_of(answer.findings(), is_error)) return false;
    const auto one = microseconds_of(answer, device), other = microseconds_of(than, device);
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

const Answer& CountedCalls::counts_of(const std::string& name,
                                      const std::function<CheckedCall()>& make) {
    // Drawn sizes differ between the backends, and a device is to answer for itself.
    const std::pair key{run_.programs.target().backend(), name};
    auto known = counted_.find(key);
    if (known == counted_.end()) known = counted_.emplace(key, make_counted(make)).first;
    const Counted& counted = known->second;
    case_.measured = counted.answer.function();
    if (case_.registration->is_about_counts() && counted.answer.launch_count() > 0) {
        case_.counted = {counted.call, counted.answer.order()};
        case_.odd_launch = odd_launch(counted.answer);
    }
    if (counted.error) run_.miss(*counted.error);
    return counted.answer;
}

const Answer& CountedCalls::slower_counts_of(
    const std::string& name, const std::function<CheckedCall(runner::InputKind)>& make) {
    using enum runner::InputKind;
    const auto with = [&](runner::InputKind kind) -> const Answer& {
        return counts_of(fmt::format("{}, {}", name, runner::name_of(kind)),
                         [&] { return make(kind); });
    };
    const bool is_whole = run_.programs.target().draw(name + " numbers") % 2 == 0;
    const auto drawn = is_whole ? integers : reals, other = is_whole ? reals : integers;
    const Answer& answer = with(drawn);
    if (!is_made_with_both(name) || !takes_more(with(other), answer, run_.request.device))
        return with(drawn);
    return with(other);
}

// The first one whose work is judged, which is mostly the largest: a kernel that is quick for one
// kind of numbers only is so at every size.
bool CountedCalls::is_made_with_both(const std::string& name) {
    if (case_.registration->part != Part::fast) return false;
    const std::pair key{run_.programs.target().backend(), std::string(case_.registration->rung())};
    return made_with_both_.try_emplace(key, name).first->second == name;
}

// A call that fails cannot be measured. If the case does not count, because a correct case failed,
// this failure may be the same one. It is not if all shapes were right except the measured one.
CountedCalls::Counted CountedCalls::make_counted(const std::function<CheckedCall()>& make) {
    auto [call, check] = make();
    const JudgesValues judges(case_);
    case_.measured = call.request().function;
    std::optional<Answer> answer;
    try {
        answer = calls_.make(call, run_.programs.target().orders().front());
        check(call, *answer);
        if (auto other = calls_.make_interleaved(call, *answer)) {
            check(call, *other);
            if (takes_less(*other, *answer, run_.request.device)) answer = std::move(*other);
        }
    } catch (const CaseFailed&) {
        if (case_.registration->part == Part::fast && case_.failure_holds_rung)
            run_.hold_rung_to(0, "cannot be measured: a call of that size fails");
        throw;
    }
    // A count that is asked for is to be that of the program whose work is judged.
    if (case_.registration->part == Part::predict) calls_.hold_to_limit(call, {&*answer, 1});
    std::optional<CaseFailed> error;
    if (case_.registration->is_about_counts()) error = run_.findings.new_error(case_.measured);
    // Otherwise a launch a row, by one thread each, would be held to nothing.
    if (case_.registration->part == Part::fast && answer->has_unlisted_launches())
        run_.hold_rung_to(
            0, fmt::format("cannot be measured: it makes {} launches", answer->launch_count()));
    return {std::move(call), std::move(*answer), std::move(error)};
}

void CountedCalls::demonstrate(const Answer& answer) {
    if (run_.predicted.has_open_questions(answer.function())) {
        run_.predicted.withhold(answer.function());
        return;
    }
    const auto counted = std::ranges::find_if(
        counted_, [&](const auto& each) { return &each.second.answer == &answer; });
    if (run_.request.closeups && counted != counted_.end()) {
        if (auto seen = from_close_up(counted->second.call, answer.order())) {
            std::ranges::move(*seen, std::back_inserter(case_.report.kernels));
            return;
        }
    }
    case_.report.kernels.insert(case_.report.kernels.end(), answer.launches().begin(),
                                answer.launches().end());
}

/// The launches of a repetition of the call with close-ups; nothing if the call does not complete.
std::optional<std::vector<score::Kernel>> CountedCalls::from_close_up(
    const Call& call, const std::string& order) const {
    Request request = run_.request;
    if (!call.device().empty()) request.device = call.device();
    Session session(simulator_starter(request, true), order, run_.request.call_limit);
    const auto result = session.call(call);
    const auto* const answer = std::get_if<Answer>(&result);
    return answer ? std::optional(answer->first_launches()) : std::nullopt;
}

score::Lines CountedCalls::closeup(const std::optional<CaseState::CountedCall>& counted,
                                   const std::string& odd_launch, const Accesses& accesses) {
    if (!case_.registration->is_about_counts() || !run_.programs.target().is_simulator() ||
        !counted)
        return {};
    const std::string& function = counted->call.request().function;
    if (run_.predicted.has_open_questions(function)) {
        run_.predicted.withhold(function);
        return {};
    }
    // The counts beside a picture would be the answer to a question.
    const bool shown = case_.registration->part == Part::fast;
    score::Lines lines;
    if (!odd_launch.empty()) lines.push_back({score::LineKind::cause, odd_launch});
    if (shown)
        lines +=
            score::causes_in(words_of(run_.request.slips, function)) + picture(*counted, accesses);
    return lines + see_why(run_.request, counted->call, counted->order);
}

// Makes the call again with close-ups. Only once in a run, since most failures have the same cause.
score::Lines CountedCalls::picture(const CaseState::CountedCall& counted,
                                   const Accesses& accesses) {
    if (pictured_ || run_.request.until_first_failure) return {};
    const auto launches = from_close_up(counted.call, counted.order);
    auto lines = launches ? closer_look(*launches, accesses) : score::Lines();
    pictured_ = !lines.empty();
    return lines;
}

}  // namespace grader::suite
