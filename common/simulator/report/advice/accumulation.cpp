#include "simulator/report/advice/accumulation.hpp"

#include <fmt/format.h>

#include <optional>

#include "simulator/report/source/line_reading.hpp"
#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {
namespace {

// `name[…]`, `*name`, or the variable itself; empty if it begins with none of them.
TokenSpan element_at(const SourceTokens& tokens, std::size_t at, const std::string& variable) {
    if (at + 2 >= tokens.size()) return {};
    if (tokens.is(at, "*") && tokens[at + 1].is_name()) return {at, at + 2};
    if (tokens[at].is_name() && tokens.is(at + 1, "[")) return {at, tokens.closing(at + 1) + 1};
    return tokens.is(at, variable) ? TokenSpan{at, at + 1} : TokenSpan{};
}

// The end of the first operand of what is added: `+= …` and `= y[i] + …`; nullopt if the statement
// is no addition to the element.
std::optional<std::size_t> added_from(const SourceTokens& tokens, TokenSpan element) {
    const std::size_t at = element.end;
    if (tokens.is(at, "+=") || tokens.is(at, "-=")) return at + 1;
    const bool steps = (tokens.is(at, "+") && tokens.is(at + 1, "+")) ||
                       (tokens.is(at, "-") && tokens.is(at + 1, "-"));
    if (steps || tokens.is(at, "++") || tokens.is(at, "--"))
        return tokens.semicolon(at, tokens.size());
    const std::size_t length = element.end - element.begin;
    if (!tokens.is(at, "=") || at + 1 + length >= tokens.size()) return std::nullopt;
    const TokenSpan again{at + 1, at + 1 + length};
    if (tokens.spelling(again) != tokens.spelling(element)) return std::nullopt;
    if (!tokens.is(again.end, "+") && !tokens.is(again.end, "-")) return std::nullopt;
    return again.end;
}

// Whether nothing else on the line leads to the array: what it reads or stores there is of this
// addition.
bool is_alone(const SourceTokens& tokens, int line, TokenSpan element, std::size_t added) {
    const std::string_view name =
        tokens[element.begin].is("*") ? tokens[element.begin + 1].text : tokens[element.begin].text;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        const bool is_of_it = element.has(at) || (element.end <= at && at < added);
        if (tokens[at].line == line && tokens[at].is(name) && !is_of_it) return false;
    }
    return true;
}

// Whether the plain accesses of the line to the finding's array are those of one addition.
bool adds_plainly(const Settled& settled, const Place& place) {
    const SourceTokens* const tokens = source_of(place);
    const std::string& variable = settled.recorded.finding.variable;
    bool names_variable = false, adds = false;
    for (std::size_t at = 0; tokens && at < tokens->size(); ++at) {
        if ((*tokens)[at].line != place.line) continue;
        names_variable |= (*tokens)[at].is(variable);
        const TokenSpan element = element_at(*tokens, at, variable);
        if (element.empty() || !tokens->begins_statement(at)) continue;
        const auto added = added_from(*tokens, element);
        if (!added || adds || !is_alone(*tokens, place.line, element, *added)) return false;
        const std::string_view name = (*tokens)[at + (tokens->is(at, "*") ? 1 : 0)].text;
        const bool by_name = name == variable;
        const Flow flow = flow_to(*tokens, at);
        // In a helper function, the array has the name of a parameter.
        if (!by_name && !is_parameter(*tokens, flow, name)) return false;
        if (!by_name && flow.function == settled.recorded.kernel) return false;
        adds = true;
        names_variable |= !by_name && subscripts_on(*tokens, place.line, variable).empty();
    }
    return adds && names_variable;
}

bool adds_by_an_atomic(const Place& place) {
    const SourceTokens* const tokens = source_of(place);
    for (std::size_t at = 0; tokens && at < tokens->size(); ++at)
        if ((*tokens)[at].line == place.line &&
            (tokens->is(at, "atomicAdd") || tokens->is(at, "atomicSub")))
            return true;
    return false;
}

}  // namespace

std::string accumulation(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (f.kind != FindingKind::race || !f.other || f.self.host || f.other->host) return {};
    const bool self_is_atomic = f.self.op == Op::atomic,
               other_is_atomic = f.other->op == Op::atomic;
    if (self_is_atomic && other_is_atomic) return {};
    const auto adds = [&](bool by_atomic, const Place& place) {
        return by_atomic ? adds_by_an_atomic(place) : adds_plainly(settled, place);
    };
    if (!adds(self_is_atomic, settled.self) || !adds(other_is_atomic, *settled.other)) return {};
    if (self_is_atomic || other_is_atomic)
        return fmt::format(
            "Line {} reads the element, changes it and writes it back, and loses what the atomic "
            "of line {} adds in between: use atomicAdd() there, too.",
            (self_is_atomic ? *settled.other : settled.self).line,
            (self_is_atomic ? settled.self : *settled.other).line);
    return fmt::format(
        "Both threads read the element, change it and write it back, so one of the two changes is "
        "lost: use atomicAdd() on line {} and on line {}, or let one thread own the element.",
        settled.self.line, settled.other->line);
}

}  // namespace cusim::report
