#include "simulator/report/advice/extreme_update.hpp"

#include <fmt/format.h>

#include <optional>

#include "simulator/report/source/source_flow.hpp"
#include "simulator/report/source/source_tokens.hpp"

namespace cusim::report {
namespace {

enum class Extreme : bool { least, greatest };

// `a < b`, where the value kept is one of the two.
struct Comparison {
    TokenSpan left, right;
    bool less = false;
};

// `name[…]`, `*name`, or a name by itself.
TokenSpan stored_element(const SourceTokens& tokens, std::size_t at) {
    if (tokens.is(at, "*") && at + 1 < tokens.size() && tokens[at + 1].is_name())
        return {at, at + 2};
    if (!tokens[at].is_name()) return {};
    if (tokens.is(at + 1, "[")) return {at, tokens.closing(at + 1) + 1};
    return {at, at + 1};
}

TokenSpan without_parentheses(const SourceTokens& tokens, TokenSpan span) {
    while (!span.empty() && tokens.is(span.begin, "(") &&
           tokens.closing(span.begin) + 1 == span.end)
        span = {span.begin + 1, span.end - 1};
    return span;
}

// The last part of `… && …`, which is looked at right before the store.
TokenSpan last_part(const SourceTokens& tokens, TokenSpan span) {
    for (std::size_t at = span.begin; at < span.end; ++at) {
        if (tokens.is(at, "(") || tokens.is(at, "["))
            at = tokens.closing(at);
        else if (tokens.is(at, "&&"))
            span.begin = at + 1;
        else if (tokens.is(at, "&") && tokens.is(at + 1, "&"))
            span.begin = at + 2;
    }
    return without_parentheses(tokens, span);
}

std::optional<Comparison> comparison(const SourceTokens& tokens, TokenSpan span) {
    for (std::size_t at = span.begin; at < span.end; ++at) {
        if (tokens.is(at, "(") || tokens.is(at, "[")) at = tokens.closing(at);
        const bool less = tokens.is(at, "<") || tokens.is(at, "<=");
        if (!less && !tokens.is(at, ">") && !tokens.is(at, ">=")) continue;
        const std::size_t behind = at + (tokens.is(at + 1, "=") ? 2 : 1);
        return Comparison{{span.begin, at}, {behind, span.end}, less};
    }
    return std::nullopt;
}

// Of a value that is stored in the place of the other one, if the comparison holds.
std::optional<Extreme> kept(const SourceTokens& tokens, const Comparison& compared,
                            TokenSpan element, TokenSpan value) {
    const std::string left = tokens.spelling(compared.left),
                      right = tokens.spelling(compared.right);
    const std::string own = tokens.spelling(element), stored = tokens.spelling(value);
    if (left == stored && right == own) return compared.less ? Extreme::least : Extreme::greatest;
    if (left == own && right == stored) return compared.less ? Extreme::greatest : Extreme::least;
    return std::nullopt;
}

// `max(a, b)`, where one of the two is the element.
std::optional<Extreme> by_call(const SourceTokens& tokens, TokenSpan element, TokenSpan value) {
    std::size_t at = value.begin;
    while (tokens.is(at, "std") || tokens.is(at, ":") || tokens.is(at, "::")) ++at;
    if (!tokens.is(at + 1, "(") || tokens.closing(at + 1) + 1 != value.end) return std::nullopt;
    const bool greatest = tokens.is(at, "max") || tokens.is(at, "fmaxf") || tokens.is(at, "fmax");
    if (!greatest && !tokens.is(at, "min") && !tokens.is(at, "fminf") && !tokens.is(at, "fmin"))
        return std::nullopt;
    for (const TokenSpan argument : tokens.arguments(at + 1))
        if (tokens.spelling(argument) == tokens.spelling(element))
            return greatest ? Extreme::greatest : Extreme::least;
    return std::nullopt;
}

// `condition ? a : b`.
std::optional<Extreme> by_choice(const SourceTokens& tokens, TokenSpan element, TokenSpan value) {
    std::size_t question = value.begin, colon = value.begin;
    while (question < value.end && !tokens.is(question, "?")) ++question;
    while (colon < value.end && !tokens.is(colon, ":")) ++colon;
    if (question >= colon || colon >= value.end) return std::nullopt;
    const auto compared = comparison(tokens, without_parentheses(tokens, {value.begin, question}));
    const TokenSpan chosen{question + 1, colon}, other{colon + 1, value.end};
    const std::string own = tokens.spelling(element);
    if (!compared) return std::nullopt;
    if (tokens.spelling(other) == own) return kept(tokens, *compared, element, chosen);
    if (tokens.spelling(chosen) != own) return std::nullopt;
    const auto if_it_holds = kept(tokens, *compared, element, other);
    if (!if_it_holds) return std::nullopt;
    return *if_it_holds == Extreme::least ? Extreme::greatest : Extreme::least;
}

struct Update {
    Extreme extreme;
    TokenSpan element;
    int looks_on, stores_on;  // lines
};

// In a step of a tree, the value is another element, and no atomic is meant.
bool is_of_other_elements(const SourceTokens& tokens, TokenSpan element, TokenSpan value) {
    const std::string_view name =
        tokens[element.begin + (tokens.is(element.begin, "*") ? 1 : 0)].text;
    std::size_t met = 0;
    for (std::size_t at = value.begin; at < value.end; ++at)
        if (tokens.is(at, name)) ++met;
    const std::string own = tokens.spelling(element);
    const std::size_t length = element.end - element.begin;
    for (std::size_t at = value.begin; at + length <= value.end; ++at)
        if (tokens.spelling({at, at + length}) == own) --met;
    return met > 0;
}

std::optional<Update> update_at(const SourceTokens& tokens, std::size_t at) {
    const TokenSpan element = stored_element(tokens, at);
    if (element.empty() || !tokens.is(element.end, "=")) return std::nullopt;
    const TokenSpan value{element.end + 1, tokens.semicolon(element.end, tokens.size())};
    const bool is_number = value.begin + 1 == value.end && !tokens[value.begin].is_name();
    if (is_number || is_of_other_elements(tokens, element, value)) return std::nullopt;
    const int line = tokens[at].line;
    if (const auto found = by_call(tokens, element, value))
        return Update{*found, element, line, line};
    if (const auto found = by_choice(tokens, element, value))
        return Update{*found, element, line, line};
    const Flow flow = flow_to(tokens, at);
    for (const Condition& condition : flow.conditions)
        if (const auto compared = comparison(tokens, last_part(tokens, condition.expression)))
            if (const auto found = kept(tokens, *compared, element, value))
                return Update{*found, element, tokens[compared->left.begin].line, line};
    return std::nullopt;
}

std::optional<Update> update_of(const Settled& settled) {
    if (!settled.other || settled.self.path != settled.other->path) return std::nullopt;
    const SourceTokens* const tokens = source_of(settled.self);
    for (std::size_t at = 0; tokens && at < tokens->size(); ++at) {
        const int line = (*tokens)[at].line;
        if (line != settled.self.line && line != settled.other->line) continue;
        if (!tokens->begins_statement(at)) continue;
        if (const auto found = update_at(*tokens, at)) return found;
    }
    return std::nullopt;
}

std::string atomic_of(Extreme extreme) {
    return extreme == Extreme::greatest ? "atomicMax()" : "atomicMin()";
}

}  // namespace

std::string extreme_update(const Settled& settled) {
    const auto found = update_of(settled);
    return found ? atomic_of(found->extreme) : "";
}

std::string extreme_advice(const Settled& settled) {
    const auto found = update_of(settled);
    if (!found) return {};
    for (const int line : {settled.self.line, settled.other->line})
        if (line != found->looks_on && line != found->stores_on) return {};
    return fmt::format(
        "Between the look at `{}` and the store another thread may store there, and one of the two "
        "values is lost: one atomic has to do both, {}, which takes integers (for a float, a loop "
        "with atomicCAS()).",
        source_of(settled.self)->spelling(found->element), atomic_of(found->extreme));
}

}  // namespace cusim::report
