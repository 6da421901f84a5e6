#include "simulator/report/loop_advice.hpp"

#include <fmt/format.h>

#include "simulator/report/source_flow.hpp"

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
    if (is_unsigned(tokens, loop.head))
        return fmt::format(
            "`{0} >= 0` on line {1} is always true, since {0} is unsigned: below 0 "
            "comes the largest number. Make it an int.",
            counter, line);
    return {};
}

std::string loop_in_text(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens) return {};
    for (std::size_t at = 0; at < tokens->size(); ++at) {
        if ((*tokens)[at].line != settled.self.line) continue;
        for (const Loop& loop : flow_to(*tokens, at).loops) {
            if (loop.head.empty()) continue;
            const int line = (*tokens)[loop.head.begin].line;
            if (std::string words = never_below_zero(*tokens, loop, line); !words.empty())
                return words;
        }
        break;
    }
    return {};
}

}  // namespace

std::string endless_loop_advice(const Settled& settled) {
    if (std::string words = loop_in_text(settled); !words.empty()) return words;
    const Finding& f = settled.recorded.finding;
    if (f.variant == Variant::endless_loop)
        return "The loop's condition never becomes false: does every iteration change what it "
               "tests? "
               "A step may be 0, an unsigned counter is never below 0. If the loop waits for "
               "another "
               "thread, what it reads must be volatile or atomic.";
    if (f.self.op == Op::barrier)
        return "The loop round the barrier does not end: does every iteration change what its "
               "condition tests?";
    return "What the loop waits for never comes: does every path set the flag or release the lock, "
           "and can the thread that should do so get there?";
}

}  // namespace cusim::report
