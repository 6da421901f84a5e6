#include "simulator/report/advice/barrier_conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "number_of.hpp"
#include "simulator/report/advice/party.hpp"
#include "simulator/report/source/helper_call.hpp"
#include "simulator/report/source/index_reading.hpp"
#include "simulator/report/source/loop_turns.hpp"
#include "simulator/report/source/made_of.hpp"
#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {
namespace {

bool is_barrier(const SourceTokens& tokens, std::size_t at) {
    if (!tokens.is(at + 1, "(")) return false;
    return tokens[at].text.starts_with("__syncthreads") ||
           (tokens.is(at, "sync") && (tokens.is(at - 1, ".") || tokens.is(at - 1, "->")));
}

// Whether the condition is that of an `if` or `?`, and not of a loop.
bool is_of_a_branch(const Flow& flow, const Condition& condition) {
    return std::ranges::none_of(
        flow.loops, [&](const Loop& loop) { return loop.head.has(condition.expression.begin); });
}

// All of an `if`'s condition, of which the flow knows each part that `&&` joins.
TokenSpan whole_condition(const SourceTokens& tokens, TokenSpan part) {
    int depth = 0;
    for (std::size_t at = part.begin; at-- > 1;) {
        if (tokens.is(at, ";") || tokens.is(at, "{") || tokens.is(at, "}")) break;
        depth += tokens.is(at, ")") - tokens.is(at, "(");
        if (depth == -1 && tokens.is(at - 1, "if")) return {at + 1, tokens.closing(at)};
    }
    return part;
}

std::optional<std::size_t> first_on(const SourceTokens& tokens, int line) {
    for (std::size_t at = 0; at < tokens.size(); ++at)
        if (tokens[at].line == line) return at;
    return std::nullopt;
}

// The condition of an `if` that begins in the span and contains the barrier at `at`.
std::optional<Condition> condition_within(const SourceTokens& tokens, TokenSpan span,
                                          std::size_t at) {
    const Flow flow = flow_to(tokens, at);
    for (const Condition& condition : flow.conditions)
        if (condition.is_true && span.has(condition.expression.begin) &&
            is_of_a_branch(flow, condition))
            return condition;
    return std::nullopt;
}

// What lies between the two accesses: the body of their innermost common loop, or the lines.
TokenSpan between(const SourceTokens& tokens, std::size_t first, std::size_t second,
                  bool& in_a_loop) {
    TokenSpan span{first, second};
    in_a_loop = false;
    for (const Loop& loop : flow_to(tokens, second).loops)
        if (loop.body.has(first) || tokens[loop.body.begin].line == tokens[first].line) {
            span = loop.body;
            in_a_loop = true;
        }
    return span;
}

bool is_kernel(const SourceTokens& tokens, const Flow& flow) {
    for (std::size_t at = flow.parameters.begin; at-- > 0;) {
        if (tokens.is(at, "__global__")) return true;
        if (tokens.is(at, ";") || tokens.is(at, "}") || tokens.is(at, "__device__")) return false;
    }
    return false;
}

// Whether threads of one block may have different values of the expression: it is made of
// threadIdx, or of what a helper function is given.
bool depends_on_thread(const SourceTokens& tokens, const Flow& flow, TokenSpan expression,
                       int depth = 0) {
    const auto parameters =
        is_kernel(tokens, flow) ? std::vector<std::string>{} : parameters_of(tokens, flow);
    for (std::size_t at = expression.begin; at < expression.end; ++at) {
        if (tokens.is(at, "threadIdx")) return true;
        if (!tokens[at].is_name() || tokens.is(at - 1, ".")) continue;
        if (std::ranges::count(parameters, tokens[at].text) > 0) return true;
        const auto local = flow.locals.find(tokens[at].text);
        if (local != flow.locals.end() && depth < 8 &&
            depends_on_thread(tokens, flow, local->second, depth + 1))
            return true;
    }
    return false;
}

struct Return {
    TokenSpan condition;
    int line = 0;
};

// `if (z >= stride) return;` before the barrier, or behind it in its loop.
std::optional<Return> return_before(const SourceTokens& tokens, const Flow& flow,
                                    std::size_t barrier) {
    std::size_t end = barrier;
    for (const Loop& loop : flow.loops) end = std::max(end, loop.body.end);
    for (std::size_t at = flow.body.begin; at < end; ++at) {
        if (!tokens.is(at, "if") || !tokens.is(at + 1, "(")) continue;
        const std::size_t close = tokens.closing(at + 1);
        const std::size_t first = tokens.is(close + 1, "{") ? close + 2 : close + 1;
        const TokenSpan condition{at + 2, close};
        if (tokens.is(first, "return") &&
            depends_on_thread(tokens, flow_to(tokens, first), condition))
            return Return{condition, tokens[first].line};
    }
    return std::nullopt;
}

}  // namespace

std::string barrier_in_an_if(const Settled& settled, bool same_warp) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || !settled.other || settled.self.path != settled.other->path) return {};
    const auto first = first_on(*tokens, std::min(settled.self.line, settled.other->line));
    const auto second = first_on(*tokens, std::max(settled.self.line, settled.other->line));
    if (!first || !second) return {};
    // In different functions, lines say nothing of the order in which they are executed.
    if (!flow_to(*tokens, *second).body.has(*first)) return {};
    bool in_a_loop = false;
    const TokenSpan span = between(*tokens, *first, *second, in_a_loop);
    std::optional<Condition> found;
    int line = 0;
    for (std::size_t at = span.begin; at < span.end; ++at) {
        if (!is_barrier(*tokens, at)) continue;
        const auto condition = condition_within(*tokens, span, at);
        if (!condition) return {};
        // At the loop's beginning or end it orders one turn behind the other, but not these two
        // accesses within a turn.
        const bool is_between = at > *first && at < *second;
        if (*first != *second && !is_between) return {};
        found = condition;
        line = (*tokens)[at].line;
    }
    if (!found) return {};
    return fmt::format(
        "The barrier on line {} is reached only where `{}`: put it outside of that `if`, where "
        "every thread of the block reaches it{}.{}",
        line, tokens->spelling(whole_condition(*tokens, found->expression)),
        in_a_loop ? " in every iteration" : "",
        same_warp ? " The threads of a warp, too, need a barrier: they need not run in step." : "");
}

std::string barrier_missed_by(const Settled& settled, const Place& barrier) {
    const SourceTokens* const tokens = source_of(barrier);
    if (!tokens || settled.recorded.finding.self.host) return {};
    for (std::size_t at = 0; at < tokens->size(); ++at) {
        if ((*tokens)[at].line != barrier.line || !is_barrier(*tokens, at)) continue;
        const Flow flow = flow_to(*tokens, at);
        for (const Condition& condition : flow.conditions)
            if (condition.is_true && is_of_a_branch(flow, condition) &&
                depends_on_thread(*tokens, flow, condition.expression))
                return fmt::format(
                    "The barrier on line {} is reached only where `{}`: put it outside of that "
                    "`if`.",
                    barrier.line, tokens->spelling(whole_condition(*tokens, condition.expression)));
        if (const auto found = return_before(*tokens, flow, at))
            return fmt::format(
                "`{}` on line {} lets threads return from {}, which come to its barrier on line {} "
                "no more: guard the work in place of that.",
                tokens->spelling(found->condition), found->line, flow.function, barrier.line);
    }
    return {};
}

namespace {

// The outermost loop round the one barrier that the other one stands behind.
std::optional<Loop> loop_before(const SourceTokens& tokens, std::size_t inside,
                                std::size_t behind) {
    const Flow flow = flow_to(tokens, inside);
    if (flow.function.empty() || !flow.body.has(behind)) return std::nullopt;
    for (const Loop& loop : flow.loops)
        if (behind >= loop.body.end) return loop;
    return std::nullopt;
}

// Of `for (…; CONDITION; …)` and `while (CONDITION)`. Empty if the loop may end in another way,
// too.
TokenSpan only_end_of(const SourceTokens& tokens, const Loop& loop) {
    for (std::size_t at = loop.body.begin; at < loop.body.end; ++at)
        for (const char* const leaves : {"break", "return", "goto"})
            if (tokens.is(at, leaves)) return {};
    return clauses_of(tokens, loop).condition;
}

// How often the loop's body is begun by the finding's thread.
std::optional<int> turns_of(const Settled& settled, const SourceTokens& tokens, const Loop& loop) {
    if (loop.counter.empty()) return std::nullopt;
    const Flow flow = flow_to(tokens, loop.body.begin + 1);
    const Evaluator evaluator(tokens, flow, values_in_kernel(settled, tokens, flow));
    int turns = 0;
    const auto count = [&](const Values&) {
        ++turns;
        return true;
    };
    const bool is_known = LoopTurns(tokens, flow, evaluator).for_each({loop.counter}, {}, count);
    return is_known ? std::optional(turns) : std::nullopt;
}

// " It does 2 times for thread 0, and once for thread 448."
std::string turns_of_both(const Settled& settled, const SourceTokens& tokens, const Loop& loop) {
    Settled other = settled;
    std::swap(other.self, *other.other);
    std::swap(other.recorded.finding.self, *other.recorded.finding.other);
    const auto one = turns_of(settled, tokens, loop), two = turns_of(other, tokens, loop);
    if (!one || !two || *one == *two) return {};
    return fmt::format(" It does {} for {}, and {} for {}.", words::number_of(*one, "time"),
                       describe(settled.recorded.finding.self, settled.recorded),
                       words::number_of(*two, "time"),
                       describe(other.recorded.finding.self, settled.recorded));
}

}  // namespace

std::string loop_left_before(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || !settled.other || settled.self.path != settled.other->path ||
        !settled.recorded.finding.other)
        return {};
    const auto one = first_on(*tokens, settled.self.line);
    const auto other = first_on(*tokens, settled.other->line);
    if (!one || !other) return {};
    auto loop = loop_before(*tokens, *one, *other);
    if (!loop) loop = loop_before(*tokens, *other, *one);
    const TokenSpan end = loop ? only_end_of(*tokens, *loop) : TokenSpan{};
    if (end.empty()) return {};
    return fmt::format(
        "The one is in the loop on line {}, which the other has left: `{}` must hold equally often "
        "for all threads of the block.{} Guard the work in the loop in place of that.",
        (*tokens)[loop->head.begin].line, tokens->spelling(end),
        turns_of_both(settled, *tokens, *loop));
}

}  // namespace cusim::report
