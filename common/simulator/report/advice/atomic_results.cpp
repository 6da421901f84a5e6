#include "simulator/report/advice/atomic_results.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "simulator/report/advice/variant_advice.hpp"
#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {
namespace {

// The element `hits[p]` to which the line `atomic` adds, dropping what the atomic returns, if the
// line `read` of the same function reads it back by the same name; empty otherwise.
std::string element_read_back(const Place& atomic, const Place& read) {
    const SourceTokens* const tokens = source_of(atomic);
    if (!tokens || atomic.path != read.path || atomic.line == read.line) return {};
    for (std::size_t at = 1; at + 3 < tokens->size(); ++at) {
        const bool drops_result =
            (*tokens)[at].line == atomic.line && (*tokens)[at].text.starts_with("atomic") &&
            (tokens->is(at - 1, ";") || tokens->is(at - 1, "{") || tokens->is(at - 1, "}"));
        if (!drops_result || !tokens->is(at + 1, "(") || !tokens->is(at + 2, "&") ||
            !tokens->is(at + 4, "["))
            continue;
        const std::size_t length = tokens->closing(at + 4) + 1 - (at + 3);
        const std::string element = tokens->spelling({at + 3, at + 3 + length});
        const std::string function = flow_to(*tokens, at).function;
        for (std::size_t k = at; k + length <= tokens->size(); ++k)
            if ((*tokens)[k].line == read.line && tokens->spelling({k, k + length}) == element &&
                flow_to(*tokens, k).function == function)
                return element;
    }
    return {};
}

// The variable that the line begins with what it reads, as in `float sum = y[i];`; empty if there
// is none, or if the line says more.
std::string_view begun_with_what_is_read(const SourceTokens& tokens, int line) {
    for (std::size_t at = 0; at + 3 < tokens.size(); ++at) {
        if (tokens[at].line != line || !tokens[at].is_name() || !tokens.is(at + 1, "=")) continue;
        const std::size_t read = at + 2;
        if (tokens[read].is_name() && tokens.is(read + 1, "[") &&
            tokens.is(tokens.closing(read + 1) + 1, ";"))
            return tokens[at].text;
        if (tokens.is(read, "*") && tokens[read + 1].is_name() && tokens.is(read + 2, ";"))
            return tokens[at].text;
    }
    return {};
}

// The atomic of this name on the line; the number of tokens if there is none.
std::size_t call_on(const SourceTokens& tokens, int line, std::string_view atomic) {
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at)
        if (tokens[at].line == line && tokens.is(at, atomic) && tokens.is(at + 1, "(")) return at;
    return tokens.size();
}

// The arguments of the atomicCAS on the line; empty if there is none.
std::vector<TokenSpan> compared_and_swapped(const SourceTokens& tokens, int line) {
    const std::size_t at = call_on(tokens, line, "atomicCAS");
    return at < tokens.size() ? tokens.arguments(at + 1) : std::vector<TokenSpan>{};
}

// Whether the argument names the variable, or the element that `address` is the address of.
bool is_made_of_read(const SourceTokens& tokens, TokenSpan argument, TokenSpan address,
                     std::string_view variable) {
    const bool of_element = tokens.is(address.begin, "&");
    const std::string element = of_element ? tokens.spelling({address.begin + 1, address.end}) : "";
    if (of_element && tokens.spelling(argument).find(element) != std::string::npos) return true;
    for (std::size_t at = argument.begin; at < argument.end && !variable.empty(); ++at)
        if (tokens.is(at, variable)) return true;
    return false;
}

// `(int)(…)`, `int(…)` or `static_cast<int>(…)` of what __int_as_float() is part of: a float
// becomes a whole number, although its bits are to be stored.
bool converts_a_float(const SourceTokens& tokens, TokenSpan argument) {
    const std::string text = tokens.spelling(argument);
    return (text.starts_with("(int)") || text.starts_with("int(") ||
            text.starts_with("static_cast<int>") || text.starts_with("(unsigned")) &&
           text.find("_as_float") != std::string::npos;
}

// Whether the line adds the variable, and nothing else, by atomicAdd.
bool adds_it(const SourceTokens& tokens, int line, std::string_view variable) {
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
        if (tokens[at].line != line || !tokens.is(at, "atomicAdd") || !tokens.is(at + 1, "("))
            continue;
        const std::vector<TokenSpan> arguments = tokens.arguments(at + 1);
        if (arguments.size() == 2 && tokens.spelling(arguments[1]) == variable) return true;
    }
    return false;
}

}  // namespace

std::string result_not_used(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const bool self_adds = f.self.op == Op::atomic;
    if ((self_adds ? f.other->op : f.self.op) != Op::read) return {};
    const Place& atomic = self_adds ? settled.self : *settled.other;
    const Place& read = self_adds ? *settled.other : settled.self;
    const std::string element = element_read_back(atomic, read);
    if (element.empty()) return {};
    return fmt::format(
        "between the two other threads add, too. Where the thread is to know what its own addition "
        "has found there, that is what the atomic returns: use that in place of `{}` on line {}. "
        "Where it is to see what all have added, put a __syncthreads() between the two, or, where "
        "other blocks add, read in a launch of its own.",
        element, read.line);
}

std::string adds_what_it_read(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const bool self_adds = f.self.op == Op::atomic;
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || (self_adds ? f.other->op : f.self.op) != Op::read ||
        settled.self.path != settled.other->path)
        return {};
    const int atomic = (self_adds ? settled.self : *settled.other).line;
    const int read = (self_adds ? *settled.other : settled.self).line;
    const std::string_view variable = begun_with_what_is_read(*tokens, read);
    if (variable.empty() || !adds_it(*tokens, atomic, variable) ||
        flow_to_line(*tokens, read).body.begin != flow_to_line(*tokens, atomic).body.begin)
        return {};
    return fmt::format(
        "`{0}` begins with what line {1} reads there, and line {2} adds `{0}` to it, so what was "
        "there is added once more: begin with `{0} = 0`.",
        variable, read, atomic);
}

std::string stores_what_is_made_of_it(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const bool self_is_atomic = f.self.op == Op::atomic;
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || (self_is_atomic ? f.other->op : f.self.op) != Op::read ||
        settled.self.path != settled.other->path)
        return {};
    const int line = (self_is_atomic ? settled.self : *settled.other).line;
    const int read = (self_is_atomic ? *settled.other : settled.self).line;
    const std::size_t swap = call_on(*tokens, line, "atomicCAS");
    if (swap < tokens->size() && tokens->begins_statement(swap))
        return fmt::format(
            "atomicCAS() on line {} stores only where it finds what line {} has read before, and "
            "nothing looks at what it returns: where that is another value, nothing has been "
            "stored, and both have to be done again. To add, atomicAdd() is enough.",
            line, read);
    const std::size_t exchange = call_on(*tokens, line, "atomicExch");
    if (exchange == tokens->size()) return {};
    const auto arguments = tokens->arguments(exchange + 1);
    if (arguments.size() != 2 || !is_made_of_read(*tokens, arguments[1], arguments[0],
                                                  begun_with_what_is_read(*tokens, read)))
        return {};
    return fmt::format(
        "What atomicExch() stores on line {} is made of what line {} has read before, so what "
        "other threads store in between is lost: let one atomic read and change it, as atomicAdd() "
        "does.",
        line, read);
}

std::string compare_and_swap_words(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (f.variant != Variant::guard && f.variant != Variant::guess) return {};
    const bool self_is_atomic = f.self.op == Op::atomic;
    const Place& atomic = self_is_atomic ? settled.self : *settled.other;
    const SourceTokens* const tokens = source_of(atomic);
    const auto arguments =
        tokens ? compared_and_swapped(*tokens, atomic.line) : std::vector<TokenSpan>{};
    if (arguments.size() != 3) return {};
    const std::string conversion =
        converts_a_float(*tokens, arguments[2])
            ? fmt::format(
                  "`{}` on line {} is a number made whole, and what is stored there are the "
                  "bits of a float: __float_as_int() gives those. ",
                  tokens->spelling(arguments[2]), atomic.line)
            : "";
    return conversion + variant_advice(Variant::guess);
}

}  // namespace cusim::report
