#include "simulator/report/advice/moved_pointer.hpp"

#include <fmt/format.h>

#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {
namespace {

// `p += …` and `p -= …` up to its end, `p++`, `++p`, or `p = p + …`; empty for other tokens.
TokenSpan move_at(const SourceTokens& tokens, std::size_t at, std::size_t end) {
    if (tokens.is(at - 1, "++") || tokens.is(at - 1, "--")) return {at - 1, at + 1};
    if (tokens.is(at + 1, "++") || tokens.is(at + 1, "--")) return {at, at + 2};
    const bool again = tokens.is(at + 1, "=") && tokens.is(at + 2, tokens[at].text) &&
                       (tokens.is(at + 3, "+") || tokens.is(at + 3, "-"));
    if (!again && !tokens.is(at + 1, "+=") && !tokens.is(at + 1, "-=")) return {};
    std::size_t last = at + 2;
    for (; last < end && !tokens.is(last, ";") && !tokens.is(last, ",") && !tokens.is(last, ")");
         ++last)
        if (tokens.is(last, "(") || tokens.is(last, "[")) last = tokens.closing(last);
    return {at, last};
}

}  // namespace

std::string moved_pointer_words(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens) return {};
    for (std::size_t at = 0; at + 1 < tokens->size(); ++at) {
        if ((*tokens)[at].line != settled.self.line || !(*tokens)[at].is_name() ||
            !tokens->is(at + 1, "[") || tokens->is(at - 1, ".") || tokens->is(at - 1, "->"))
            continue;
        const TokenSpan body = flow_to(*tokens, at).body;
        for (std::size_t k = body.begin + 1; k + 1 < body.end; ++k) {
            if (!tokens->is(k, (*tokens)[at].text)) continue;
            const TokenSpan move = move_at(*tokens, k, body.end);
            if (move.empty()) continue;
            return fmt::format(
                "The pointer `{}` is moved by `{}` on line {}, and `{}` counts from where it then "
                "points: does the index take in once more what the pointer has been moved by?",
                (*tokens)[at].text, tokens->spelling(move), (*tokens)[k].line,
                tokens->spelling({at + 2, tokens->closing(at + 1)}));
        }
    }
    return {};
}

}  // namespace cusim::report
