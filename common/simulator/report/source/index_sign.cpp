// A name counts as never negative only if all that gives it a value is known.
#include "simulator/report/source/index_sign.hpp"

#include <algorithm>
#include <array>

#include "simulator/report/source/made_of.hpp"

namespace cusim::report {
namespace {

class Sign {
  public:
    Sign(const IndexReading& reading, const Settled& settled) : r_(reading), s_(settled) {}

    bool may_be_negative(const Flow& flow, const std::optional<HelperCall>& call,
                         TokenSpan span) const {
        return is_made_of(tokens(), flow, call, span, [&](const Flow& there, std::size_t at) {
            return tokens().is(at, "-") || tokens().is(at, "~") ||
                   (tokens()[at].is_name() && may_be_negative(there, at));
        });
    }

  private:
    // For a name, where nothing is known, or where more than its definition tells its value.
    bool may_be_negative(const Flow& flow, std::size_t at) const {
        constexpr auto harmless =
            std::to_array<std::string_view>({"int", "unsigned", "long", "size_t", "std",
                                             "static_cast", "auto", "const", "min", "max"});
        const std::string_view name = tokens()[at].text;
        if (std::ranges::count(harmless, name) > 0 || is_builtin(name) ||
            (at > 0 && tokens().is(at - 1, ".")) || flow.locals.contains(name))
            return false;
        for (const Loop& loop : flow.loops)
            if (loop.counter == name)
                return is_set_in(tokens(), loop.body, name) || may_go_down(flow, loop);
        if (std::ranges::count(parameters_of(tokens(), flow), name) > 0)
            return is_set_in(tokens(), flow.body, name) ||
                   (flow.function == s_.recorded.kernel ? is_no_positive_argument(name) : !r_.call);
        const auto constant = r_.evaluator->value({at, at + 1});
        return !constant || *constant < 0;
    }

    bool is_no_positive_argument(std::string_view name) const {
        const auto& numbers = s_.recorded.numbers;
        const auto number = std::ranges::find(numbers, name, &Number::name);
        return number == numbers.end() || number->value < 0;
    }

    // The step is `j++`, or `j += …` by what is not negative.
    bool may_go_down(const Flow& flow, const Loop& loop) const {
        const TokenSpan step = clauses_of(tokens(), loop).step;
        if (step.end - step.begin == 2)
            return !tokens().is(step.begin, "++") && !tokens().is(step.begin + 1, "++");
        if (!tokens().is(step.begin, loop.counter) || !tokens().is(step.begin + 1, "+="))
            return true;
        for (std::size_t at = step.begin + 2; at < step.end; ++at)
            if (tokens().is(at, loop.counter)) return true;
        const bool is_helper = flow.function == r_.flow.function;
        return may_be_negative(flow, is_helper ? r_.call : std::nullopt,
                               {step.begin + 2, step.end});
    }

    const SourceTokens& tokens() const { return *r_.tokens; }

    const IndexReading& r_;
    const Settled& s_;
};

}  // namespace

bool is_never_negative(const IndexReading& reading, const Settled& settled) {
    return !Sign(reading, settled).may_be_negative(reading.flow, reading.call, reading.subscript);
}

}  // namespace cusim::report
