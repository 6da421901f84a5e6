#include "simulator/report/source/loop_turns.hpp"

#include <algorithm>

#include "simulator/report/source/made_of.hpp"

namespace cusim::report {

std::optional<Turn> LoopTurns::first(const std::string& counter, const Values& values) const {
    for (const Loop& loop : flow_.loops) {
        if (loop.counter != counter) continue;
        const LoopClauses clauses = clauses_of(tokens_, loop);
        std::size_t equals = clauses.start.begin;
        while (!tokens_.is(equals, "=")) ++equals;
        const auto value = evaluator_.value({equals + 1, clauses.start.end}, values);
        const auto step = step_of(counter, clauses.step, values);
        if (value && step && *step > 0) return Turn{*value, *step, clauses.condition};
    }
    return std::nullopt;
}

std::optional<long> LoopTurns::step_of(const std::string& counter, TokenSpan step,
                                       const Values& values) const {
    if (step.end - step.begin == 2)
        return tokens_.is(step.begin, "++") || tokens_.is(step.begin + 1, "++") ? std::optional(1L)
                                                                                : std::nullopt;
    if (!tokens_.is(step.begin, counter) || !tokens_.is(step.begin + 1, "+=")) return std::nullopt;
    return evaluator_.value({step.begin + 2, step.end}, values);
}

std::vector<std::string> LoopTurns::counters_behind(
    const std::vector<TokenSpan>& expressions) const {
    std::vector<std::string> counters;
    for (const Loop& loop : flow_.loops) {
        const auto is_it = [&](const Flow&, std::size_t at) {
            return tokens_.is(at, loop.counter);
        };
        const bool is_behind = std::ranges::any_of(expressions, [&](TokenSpan expression) {
            return is_made_of(tokens_, flow_, std::nullopt, expression, is_it);
        });
        if (!loop.counter.empty() && is_behind) counters.push_back(loop.counter);
    }
    return counters;
}

bool LoopTurns::for_each(const std::vector<std::string>& counters, const Values& values,
                         const std::function<bool(const Values&)>& visit) const {
    constexpr int most_turns = 4096;
    int turns = 0;
    const std::function<bool(std::size_t, const Values&)> from = [&](std::size_t depth,
                                                                     const Values& outer) {
        if (depth == counters.size()) return visit(outer);
        auto turn = first(counters[depth], outer);
        for (; turn; turn->value += turn->step) {
            Values inner = outer;
            inner[counters[depth]] = turn->value;
            const auto goes_on = evaluator_.value(turn->condition, inner);
            if (goes_on && *goes_on == 0) return true;
            if (!goes_on || ++turns > most_turns || !from(depth + 1, inner)) return false;
        }
        return false;
    };
    return from(0, values);
}

}  // namespace cusim::report
