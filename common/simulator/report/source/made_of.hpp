// Follows an expression to what it is computed from: local variables, counters of loops, and the
// arguments of a helper's call.
#pragma once

#include <optional>
#include <string_view>

#include "simulator/report/source/helper_call.hpp"

namespace cusim::report {

inline constexpr int deepest = 8;  // variables that depend on variables

// Where a counter begins: `int j = threadIdx.x` of `for (int j = threadIdx.x; …)`.
TokenSpan start_of(const SourceTokens& tokens, const Flow& flow, std::string_view counter);

bool is_builtin(std::string_view name);

// Whether a token from which the part is computed has the property, given the flow that it is in.
template <class Property>
bool is_made_of(const SourceTokens& tokens, const Flow& flow, const std::optional<HelperCall>& call,
                TokenSpan span, const Property& property, int depth = deepest) {
    for (std::size_t at = span.begin; at < span.end; ++at) {
        if (property(flow, at)) return true;
        const bool is_member = at > 0 && (tokens.is(at - 1, ".") || tokens.is(at - 1, "->"));
        if (depth == 0 || is_member || !tokens[at].is_name()) continue;
        const auto local = flow.locals.find(tokens[at].text);
        const TokenSpan from =
            local != flow.locals.end() ? local->second : start_of(tokens, flow, tokens[at].text);
        if (is_made_of(tokens, flow, call, from, property, depth - 1)) return true;
        const auto argument =
            call ? argument_for(tokens, flow, *call, tokens[at].text) : std::nullopt;
        if (argument &&
            is_made_of(tokens, call->caller, std::nullopt, *argument, property, depth - 1))
            return true;
    }
    return false;
}

}  // namespace cusim::report
