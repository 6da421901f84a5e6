#include "simulator/report/advice/loop_advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "simulator/report/source/helper_call.hpp"

namespace cusim::report {
namespace {

// Whether the step is `s /= 2`, `s >>= 1` or `s = s / 2`: a number that is divided ends at 0, and
// never becomes negative.
bool divides(const SourceTokens& tokens, TokenSpan step, const std::string& counter) {
    for (std::size_t at = step.begin; at < step.end; ++at) {
        if (!tokens.is(at, counter)) continue;
        if (tokens.is(at + 1, "/=") || tokens.is(at + 1, ">>=") || tokens.is(at + 1, "/") ||
            tokens.is(at + 1, ">>"))
            return true;
    }
    return false;
}

bool is_unsigned(const SourceTokens& tokens, TokenSpan head) {
    for (std::size_t at = head.begin; at < head.end && !tokens.is(at, "="); ++at)
        if (tokens.is(at, "unsigned") || tokens.is(at, "size_t") || tokens.is(at, "uint32_t"))
            return true;
    return false;
}

std::string always_true(std::string_view name, int line) {
    return fmt::format(
        "`{0} >= 0` on line {1} is always true, since {0} is unsigned: below 0 comes the largest "
        "number. Make it an int.",
        name, line);
}

// Whether the body declares the name as an unsigned number: `unsigned int rest = …`.
bool is_declared_unsigned(const SourceTokens& tokens, TokenSpan body, std::string_view name) {
    for (std::size_t at = body.begin + 1; at < body.end; ++at) {
        if (!tokens.is(at, name) || !(tokens.is(at + 1, "=") || tokens.is(at + 1, ";"))) continue;
        std::size_t begin = at;
        while (begin > body.begin + 1 && tokens[begin - 1].is_name()) --begin;
        if (begin < at && is_unsigned(tokens, {begin, at})) return true;
    }
    return false;
}

// `for (…; s >= 0; s /= 2)`
std::string never_below_zero(const SourceTokens& tokens, const Loop& loop, int line) {
    std::size_t at = loop.head.begin;
    while (at < loop.head.end && !tokens.is(at, ">=")) ++at;
    if (loop.counter.empty() || at >= loop.head.end || !tokens.is(at - 1, loop.counter) ||
        !tokens.is(at + 1, "0") || !tokens.is(at + 2, ";"))
        return {};
    const std::string& counter = loop.counter;
    if (divides(tokens, {at + 3, loop.head.end}, counter))
        return fmt::format(
            "`{0} >= 0` on line {1} stays true: once {0} is 0, dividing leaves it 0. "
            "Write `{0} > 0`.",
            counter, line);
    if (is_unsigned(tokens, loop.head)) return always_true(counter, line);
    return {};
}

// `for (char j = 0; j < m; j++)`: the largest number that such a counter holds; 0 for wider ones.
long most_of_type(const SourceTokens& tokens, TokenSpan head) {
    long most = 0;
    bool no_sign = false;
    for (std::size_t at = head.begin; at < head.end && !tokens.is(at, "="); ++at) {
        no_sign |= tokens[at].text.starts_with("u");
        if (tokens.is(at, "char") || tokens.is(at, "int8_t") || tokens.is(at, "uint8_t"))
            most = 127;
        if (tokens.is(at, "short") || tokens.is(at, "int16_t") || tokens.is(at, "uint16_t"))
            most = 32767;
    }
    return no_sign && most > 0 ? 2 * most + 1 : most;
}

// A counter that is compared with what its type may not hold.
std::string too_narrow(const SourceTokens& tokens, const Loop& loop, int line) {
    const LoopClauses clauses = clauses_of(tokens, loop);
    const long most = most_of_type(tokens, loop.head);
    const TokenSpan test = clauses.condition;
    const bool compares = most > 0 && test.end - test.begin == 3 &&
                          tokens.is(test.begin, loop.counter) &&
                          (tokens.is(test.begin + 1, "<") || tokens.is(test.begin + 1, "<=")) &&
                          tokens[test.end - 1].is_name();
    if (!compares) return {};
    return fmt::format(
        "`{0}` on line {1} holds {2} at most, by its type: where {3} is more than that, `{4}` "
        "stays true. Make it an int.",
        loop.counter, line, most, tokens[test.end - 1].text, tokens.spelling(test));
}

// Whether the loop may change the variable, also through a reference or its address.
bool may_change(const SourceTokens& tokens, TokenSpan loop, std::string_view name) {
    if (is_set_in(tokens, loop, name)) return true;
    for (std::size_t at = loop.begin; at < loop.end; ++at) {
        if (!tokens.is(at, name)) continue;
        const bool begins = tokens.is(at - 1, "(") || tokens.is(at - 1, ",");
        const bool ends = tokens.is(at + 1, ")") || tokens.is(at + 1, ",");
        if (tokens.is(at - 1, "&") || (begins && ends)) return true;
    }
    return false;
}

bool has(const SourceTokens& tokens, TokenSpan span, std::initializer_list<const char*> words) {
    for (std::size_t at = span.begin; at < span.end; ++at)
        for (const char* const word : words)
            if (tokens.is(at, word)) return true;
    return false;
}

// A parameter, or declared in the function; nobody else can change it.
bool is_own(const SourceTokens& tokens, const Flow& flow, std::string_view name) {
    if (std::ranges::count(parameters_of(tokens, flow), name) > 0) return true;
    for (std::size_t at = flow.body.begin + 1; at < flow.body.end; ++at)
        if (tokens.is(at, name) && (tokens[at - 1].is_name() || tokens.is(at - 1, ",")) &&
            tokens.is(at + 1, "="))
            return true;
    return tokens.macros().contains(name);
}

// `for (int j = 0; j < m;)`, `while (i < n)`: all that the condition tests are local variables and
// parameters, none of which the loop sets.
std::string never_changed(const SourceTokens& tokens, const Flow& flow, const Loop& loop,
                          int line) {
    const TokenSpan condition = clauses_of(tokens, loop).condition;
    const TokenSpan all{loop.head.begin, loop.body.end};
    if (has(tokens, condition, {"(", "[", "->", ".", "&"}) ||
        has(tokens, loop.body, {"break", "return", "goto", "throw", "exit"}) ||
        has(tokens, flow.body, {"volatile", "asm"}))
        return {};
    std::vector<std::string> names;
    for (std::size_t at = condition.begin; at < condition.end; ++at) {
        if (!tokens[at].is_name()) continue;
        const std::string_view name = tokens[at].text;
        if (!is_own(tokens, flow, name) || may_change(tokens, all, name)) return {};
        if (std::ranges::count(names, name) == 0) names.emplace_back(name);
    }
    if (names.empty()) return {};
    return fmt::format("Nothing in the loop on line {} changes {}, so `{}` stays true.", line,
                       fmt::join(names, " or "), tokens.spelling(condition));
}

// `while (count < gridDim.x) {}`: what is tested can only be changed by others.
std::string only_waits(const SourceTokens& tokens, const Flow& flow, const Loop& loop, int line) {
    const TokenSpan condition = clauses_of(tokens, loop).condition;
    bool is_empty = true;
    for (std::size_t at = loop.body.begin; at < loop.body.end; ++at)
        is_empty &= tokens.is(at, "{") || tokens.is(at, "}") || tokens.is(at, ";");
    if (!is_empty || !clauses_of(tokens, loop).step.empty() ||
        has(tokens, condition, {"(", "++", "--", "=", "+=", "-="}) ||
        has(tokens, flow.body, {"volatile", "asm"}))
        return {};
    bool reads_memory = false;
    for (std::size_t at = condition.begin; at < condition.end; ++at) {
        const bool is_member = tokens.is(at - 1, ".") || tokens.is(at - 1, "->");
        const std::string_view name = tokens[at].text;
        const bool is_built_in = name.ends_with("Dim") || name.ends_with("Idx");
        reads_memory |=
            tokens[at].is_name() && !is_member && !is_built_in &&
            (tokens.is(at + 1, "[") || tokens.is(at - 1, "*") || !is_own(tokens, flow, name));
    }
    if (!reads_memory) return {};
    return fmt::format(
        "The loop on line {} changes nothing: `{}` waits for what another thread stores. A "
        "compiler may read that once, before the loop: read it by an atomic, or make it volatile.",
        line, tokens.spelling(condition));
}

std::string loop_in_text(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens) return {};
    for (std::size_t at = 0; at < tokens->size(); ++at) {
        if ((*tokens)[at].line != settled.self.line) continue;
        const Flow flow = flow_to(*tokens, at);
        for (const Loop& loop : flow.loops) {
            if (loop.head.empty()) continue;
            const int line = (*tokens)[loop.head.begin].line;
            for (const std::string& words :
                 {never_below_zero(*tokens, loop, line), too_narrow(*tokens, loop, line),
                  never_changed(*tokens, flow, loop, line), only_waits(*tokens, flow, loop, line)})
                if (!words.empty()) return words;
        }
        break;
    }
    return {};
}

}  // namespace

std::string endless_loop_advice(const Settled& settled) {
    if (std::string words = loop_in_text(settled); !words.empty()) return words;
    const Finding& f = settled.recorded.finding;
    if (f.variant == Variant::time_is_up)
        return "If a loop round this line does not end: does every turn change what its condition "
               "tests?";
    if (f.variant == Variant::endless_loop)
        return "The loop's condition never becomes false: does every iteration change what it "
               "tests? A step may be 0, an unsigned counter is never below 0, one of 8 or 16 bits "
               "begins again before a larger bound. If the loop waits for another thread, what it "
               "reads must be volatile or atomic.";
    if (f.self.op == Op::barrier)
        return "The loop round the barrier does not end: does every iteration change what its "
               "condition tests?";
    return "What the loop waits for never comes: does every path set the flag or release the lock, "
           "and can the thread that should do so get there?";
}

std::string unsigned_comparison(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens) return {};
    const TokenSpan body = flow_to_line(*tokens, settled.self.line).body;
    for (std::size_t at = body.begin; at + 2 < body.end; ++at)
        if (tokens->is(at + 1, ">=") && tokens->is(at + 2, "0") && (*tokens)[at].is_name() &&
            !tokens->is(at - 1, ".") && !tokens->is(at - 1, "->") &&
            is_declared_unsigned(*tokens, body, (*tokens)[at].text))
            return always_true((*tokens)[at].text, (*tokens)[at].line);
    return {};
}

std::string unsigned_difference(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens) return {};
    for (const Loop& loop : flow_to_line(*tokens, settled.self.line).loops) {
        const TokenSpan test = clauses_of(*tokens, loop).condition;
        if (test.end - test.begin != 5 || !tokens->is(test.begin, loop.counter) ||
            !(*tokens)[test.begin + 1].text.starts_with("<") || !tokens->is(test.begin + 3, "-") ||
            !is_unsigned(*tokens, loop.head))
            continue;
        const TokenSpan difference{test.begin + 2, test.end};
        return fmt::format(
            "`{0}` on line {1} is unsigned, so `{2}` never counts as negative: where {3} is less "
            "than {4}, it is a very large number. Make `{0}` an int.",
            loop.counter, (*tokens)[test.begin].line, tokens->spelling(difference),
            (*tokens)[test.begin + 2].text, (*tokens)[test.end - 1].text);
    }
    return {};
}

}  // namespace cusim::report
