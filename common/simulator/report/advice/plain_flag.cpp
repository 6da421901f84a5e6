#include "simulator/report/advice/plain_flag.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {
namespace {

// Whether the `while` is the end of a `do` that does something.
bool ends_busy_loop(const SourceTokens& tokens, std::size_t at) {
    if (at == 0) return false;
    std::size_t begin = at - 1;
    if (tokens.is(begin, "}")) {
        int depth = 1;
        while (depth > 0 && begin > 0) {
            --begin;
            depth += tokens.is(begin, "}") - tokens.is(begin, "{");
        }
        return begin > 0 && tokens.is(begin - 1, "do") && begin + 2 < at;
    }
    while (begin > 0 && !tokens.is(begin - 1, ";") && !tokens.is(begin - 1, "{") &&
           !tokens.is(begin - 1, "}"))
        --begin;
    return tokens.is(begin, "do") && begin + 2 < at;
}

// Whether `volatile` stands in the variable's declaration, or in a cast on the line.
bool is_volatile(const SourceTokens& tokens, int line, const std::string& variable) {
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        if (!tokens.is(at, "volatile")) continue;
        if (tokens[at].line == line) return true;
        for (; at < tokens.size() && !tokens.is(at, ",") && !tokens.is(at, ";"); ++at)
            if (tokens.is(at, variable)) return true;
    }
    return false;
}

// Whether a `while` of the line has nothing to do but to look at the variable again.
bool only_waits_for(const SourceTokens& tokens, int line, const std::string& variable) {
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
        if (tokens[at].line != line || !tokens.is(at, "while") || !tokens.is(at + 1, "(")) continue;
        bool looks = false, calls = false;
        int depth = 0;
        std::size_t end = at + 1;
        for (; end < tokens.size(); ++end) {
            depth += tokens.is(end, "(") - tokens.is(end, ")");
            if (depth == 0) break;
            looks |= tokens.is(end, variable);
            calls |= end > at + 1 && tokens.is(end + 1, "(") && !tokens.is(end, "(");
        }
        const bool is_empty = tokens.is(end + 1, ";") ||
                              (tokens.is(end + 1, "{") && tokens.is(end + 2, "}")) ||
                              (tokens.is(end + 1, "{") && tokens.is(end + 2, ";"));
        if (looks && !calls && is_empty) return !ends_busy_loop(tokens, at);
    }
    return false;
}

}  // namespace

std::string plain_flag(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const bool reads = f.self.op == Op::read;
    const Op other = reads ? f.other->op : f.self.op;
    if ((!reads && f.other->op != Op::read) || (other != Op::write && other != Op::atomic))
        return {};
    const Place& read = reads ? settled.self : *settled.other;
    const Place& store = reads ? *settled.other : settled.self;
    const SourceTokens* const tokens = source_of(read);
    if (!tokens || !only_waits_for(*tokens, read.line, f.variable) ||
        is_volatile(*tokens, read.line, f.variable))
        return {};
    const std::string both =
        other == Op::write ? fmt::format(", and store it by atomicExch() on line {}", store.line)
                           : "";
    return fmt::format(
        "Line {0} waits for {1} by plain reads, which a compiler makes one before the loop, that "
        "then never ends: read it by an atomic, as atomicAdd(&flag, 0) reads a flag{2}. "
        "__threadfence() before the store and after the loop orders what {1} announces.",
        read.line, f.variable, both);
}

}  // namespace cusim::report
