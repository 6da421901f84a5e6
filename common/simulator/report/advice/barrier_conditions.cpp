#include "simulator/report/advice/barrier_conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "simulator/report/source/helper_call.hpp"
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
        line, tokens->spelling(found->expression), in_a_loop ? " in every iteration" : "",
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
                    barrier.line, tokens->spelling(condition.expression));
        if (const auto found = return_before(*tokens, flow, at))
            return fmt::format(
                "`{}` on line {} lets threads return from {}, which come to its barrier on line {} "
                "no more: guard the work in place of that.",
                tokens->spelling(found->condition), found->line, flow.function, barrier.line);
    }
    return {};
}

}  // namespace cusim::report
