#include "simulator/report/advice/plain_flag.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {
namespace {

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
        if (looks && !calls && is_empty) return true;
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
    if (!tokens || !only_waits_for(*tokens, read.line, f.variable)) return {};
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
