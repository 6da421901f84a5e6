#include "simulator/report/advice/tested_and_set.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "simulator/report/source/source_flow.hpp"
#include "simulator/report/source/source_tokens.hpp"

namespace cusim::report {
namespace {

// `name[…]` or `*name`.
TokenSpan element_at(const SourceTokens& tokens, std::size_t at) {
    if (tokens.is(at, "*") && at + 1 < tokens.size() && tokens[at + 1].is_name())
        return {at, at + 2};
    if (tokens[at].is_name() && tokens.is(at + 1, "[")) return {at, tokens.closing(at + 1) + 1};
    return {};
}

// Made of numbers and of parameters of the function.
bool is_told(const SourceTokens& tokens, const Flow& flow, TokenSpan value) {
    for (std::size_t at = value.begin; at < value.end; ++at) {
        const SourceToken& token = tokens[at];
        const auto names_it = [&](std::size_t i) { return tokens.is(i, token.text); };
        bool is_parameter = false;
        for (std::size_t i = flow.parameters.begin; i < flow.parameters.end; ++i)
            is_parameter |= names_it(i);
        if (token.is("[") || (token.is_name() && !is_parameter && !token.is("true"))) return false;
    }
    return true;
}

bool has_part(const SourceTokens& tokens, TokenSpan span, TokenSpan part) {
    const std::size_t length = part.end - part.begin;
    const std::string wanted = tokens.spelling(part);
    for (std::size_t at = span.begin; at + length <= span.end; ++at)
        if (tokens.spelling({at, at + length}) == wanted) return true;
    return false;
}

}  // namespace

std::string tested_and_set(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (!f.other || !settled.other || settled.self.path != settled.other->path) return {};
    const bool self_reads = f.self.op == Op::read && f.other->op == Op::write;
    if (!self_reads && !(f.self.op == Op::write && f.other->op == Op::read)) return {};
    const Place& look = self_reads ? settled.self : *settled.other;
    const Place& store = self_reads ? *settled.other : settled.self;
    const SourceTokens* const tokens = source_of(store);
    for (std::size_t at = 0; tokens && at + 1 < tokens->size(); ++at) {
        if ((*tokens)[at].line != store.line || !tokens->begins_statement(at)) continue;
        const TokenSpan element = element_at(*tokens, at);
        if (element.empty() || !tokens->is(element.end, "=")) continue;
        const TokenSpan value{element.end + 1, tokens->semicolon(element.end, tokens->size())};
        const Flow flow = flow_to(*tokens, at);
        const bool decides = std::ranges::any_of(flow.conditions, [&](const Condition& condition) {
            return (*tokens)[condition.expression.begin].line == look.line &&
                   has_part(*tokens, condition.expression, element);
        });
        if (decides && is_told(*tokens, flow, value))
            return fmt::format(
                "Between the look at `{}` and the store another thread may look, find the same, "
                "and go on, too. One atomic has to do both: atomicCAS() or atomicExch() returns "
                "what was there before, and only the thread that gets the old value goes on.",
                tokens->spelling(element));
    }
    return {};
}

}  // namespace cusim::report
