#include "simulator/report/advice/order_between_blocks.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "simulator/report/source/source_flow.hpp"
#include "simulator/report/source/source_tokens.hpp"

namespace cusim::report {
namespace {

// The body of the function that contains the access.
TokenSpan body_of(const SourceTokens& tokens, const Settled& settled) {
    return flow_to_line(tokens, settled.self.line).body;
}

bool is_atomic(const SourceToken& token) {
    return token.text.starts_with("atomic");
}

// Whether the function that contains the access uses one of these names.
bool function_has(const Settled& settled, std::initializer_list<std::string_view> names) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens) return false;
    const TokenSpan body = body_of(*tokens, settled);
    for (std::size_t k = body.begin; k < body.end; ++k)
        for (const std::string_view name : names)
            if (tokens->is(k, name)) return true;
    return false;
}

}  // namespace

bool has_grid_group(const Settled& settled) {
    return function_has(settled, {"this_grid", "grid_group"});
}

int grid_barrier_between(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || !has_grid_group(settled) || settled.self.path != settled.other->path) return 0;
    const auto [first, second] = std::minmax(settled.self.line, settled.other->line);
    const TokenSpan body = body_of(*tokens, settled);
    for (std::size_t k = body.begin; k < body.end; ++k) {
        const int line = (*tokens)[k].line;
        if (line > first && line < second && tokens->is(k, "sync") && tokens->is(k + 1, "("))
            return line;
    }
    return 0;
}

bool is_between_turns_of_the_grid(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || grid_barrier_between(settled) == 0) return false;
    const auto [first, second] = std::minmax(settled.self.line, settled.other->line);
    const Flow flow = flow_to_line(*tokens, second);
    if (flow.loops.empty()) return false;
    const TokenSpan body = flow.loops.back().body;
    if ((*tokens)[body.begin].line > first) return false;
    for (std::size_t k = body.begin; k < body.end; ++k) {
        const int line = (*tokens)[k].line;
        const bool is_around = line <= first || line >= second;
        if (is_around && tokens->is(k, "sync") && tokens->is(k + 1, "(")) return false;
    }
    return true;
}

bool hands_on_by_ticket(const Settled& settled) {
    return function_has(settled, {"__threadfence"}) &&
           function_has(settled, {"atomicAdd", "atomicInc", "atomicSub"});
}

bool comes_before_atomic(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens) return false;
    const TokenSpan body = body_of(*tokens, settled);
    for (std::size_t k = body.begin; k < body.end; ++k)
        if (is_atomic((*tokens)[k])) return settled.self.line < (*tokens)[k].line;
    return false;
}

bool fences_before_it_counts(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || settled.self.path != settled.other->path) return false;
    const bool self_writes = settled.recorded.finding.self.op == Op::write;
    const int written = self_writes ? settled.self.line : settled.other->line;
    const TokenSpan body = body_of(*tokens, settled);
    bool fenced = false, fenced_in_block = false;
    bool in_block = true;  // not yet behind the end of the write's block
    int depth = 0;         // of braces, from the write on
    for (std::size_t k = body.begin; k < body.end; ++k) {
        const SourceToken& token = (*tokens)[k];
        if (token.line < written) continue;
        if (token.line > written && is_atomic(token)) return fenced;
        const bool opens_block = token.line == written && token.is("{");
        depth = opens_block ? 0 : depth + token.is("{") - token.is("}");
        in_block = opens_block || (in_block && depth >= 0);
        if (!tokens->is(k, "__threadfence") && !tokens->is(k, "__threadfence_system")) continue;
        fenced = true;
        fenced_in_block |= in_block;
    }
    return fenced_in_block;
}

std::optional<EarlyFence> fence_before_barrier(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    const Finding& f = settled.recorded.finding;
    if (!tokens || !f.other || settled.self.path != settled.other->path) return std::nullopt;
    if (f.self.op != Op::write && f.other->op != Op::write) return std::nullopt;
    const int written = f.self.op == Op::write ? settled.self.line : settled.other->line;
    const TokenSpan body = body_of(*tokens, settled);
    const int read = f.self.op == Op::write ? settled.other->line : settled.self.line;
    EarlyFence found;
    for (std::size_t k = body.begin; k < body.end; ++k) {
        const int line = (*tokens)[k].line;
        if (line <= written) continue;
        if (is_atomic((*tokens)[k]))
            return found.barrier != 0 && read > line ? std::optional(found) : std::nullopt;
        if (tokens->is(k, "__threadfence")) found = {.fence = line, .barrier = 0};
        if (tokens->is(k, "__syncthreads") && found.fence != 0) found.barrier = line;
    }
    return std::nullopt;
}

bool waits_for_others(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens) return true;
    const TokenSpan body = body_of(*tokens, settled);
    if (body.empty()) return true;
    for (std::size_t k = body.begin; k < body.end; ++k) {
        if (is_atomic((*tokens)[k]) && tokens->is(k + 1, "(") && !tokens->begins_statement(k))
            return true;
        if (tokens->is(k, "load") || tokens->is(k, "volatile") || tokens->is(k, "while"))
            return true;
    }
    return false;
}

}  // namespace cusim::report
