#include "simulator/report/advice/order_between_blocks.hpp"

#include <fmt/format.h>

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

// A call such as `lock.store(0, cuda::memory_order_relaxed)`.
struct MemberCall {
    std::size_t at = 0;  // the object
    bool acquires = false, relaxed_change = false;
};

// The call of an object of cuda::atomic at this place; nullopt if there is none.
std::optional<MemberCall> member_call(const SourceTokens& tokens, std::size_t at) {
    if (!tokens[at].is_name() || !tokens.is(at + 1, ".") || !tokens.is(at + 3, "(")) return {};
    const std::string_view member = tokens[at + 2].text;
    const bool changes = member == "store" || member == "exchange" || member.starts_with("fetch_");
    const bool looks = member != "store" &&
                       (changes || member == "load" || member.starts_with("compare_exchange"));
    if (!changes && !looks) return {};
    bool relaxed = false, has_order = false, acquires = false;
    for (std::size_t k = at + 4; k < tokens.closing(at + 3); ++k) {
        has_order |= tokens[k].text.starts_with("memory_order");
        relaxed |= tokens.is(k, "memory_order_relaxed") || tokens.is(k, "relaxed");
        acquires |= tokens[k].text.ends_with("acquire") || tokens[k].text.ends_with("acq_rel") ||
                    tokens[k].text.ends_with("seq_cst");
    }
    return MemberCall{at, looks && (acquires || !has_order), changes && relaxed};
}

bool has_fence(const SourceTokens& tokens, TokenSpan span) {
    for (std::size_t k = span.begin; k < span.end; ++k)
        if (tokens[k].text.find("fence") != std::string_view::npos) return true;
    return false;
}

// Whether this is the name of the grid's group: `auto grid = cg::this_grid()`, or declared as one.
bool names_the_grid(const SourceTokens& tokens, std::string_view name) {
    for (std::size_t at = 1; at + 1 < tokens.size(); ++at) {
        if (!tokens.is(at, name)) continue;
        const bool is_reference = tokens.is(at - 1, "&");
        if (tokens.is(is_reference ? at - 2 : at - 1, "grid_group")) return true;
        if (!tokens.is(at + 1, "=")) continue;
        for (std::size_t k = at + 2; k < tokens.size() && !tokens.is(k, ";"); ++k)
            if (tokens.is(k, "this_grid")) return true;
    }
    return false;
}

// Whether the `sync` at this place is that of the grid: `grid.sync()`, `this_grid().sync()` or
// `cg::sync(grid)`.
bool syncs_the_grid(const SourceTokens& tokens, std::size_t at) {
    if (!tokens.is(at, "sync") || !tokens.is(at + 1, "(") || at < 4) return false;
    if (!tokens.is(at - 1, ".")) return names_the_grid(tokens, tokens[at + 2].text);
    if (tokens.is(at - 2, ")")) return tokens.is(at - 4, "this_grid");
    return names_the_grid(tokens, tokens[at - 2].text);
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
        if (line > first && line < second && syncs_the_grid(*tokens, k)) return line;
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
        if (is_around && syncs_the_grid(*tokens, k)) return false;
    }
    return true;
}

std::string relaxed_release(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    const Finding& f = settled.recorded.finding;
    const auto is_plain = [](const Party& p) { return p.op == Op::read || p.op == Op::write; };
    if (!tokens || settled.self.path != settled.other->path || !is_plain(f.self) ||
        !is_plain(*f.other))
        return {};
    const bool self_writes = f.self.op == Op::write;
    const int written = self_writes ? settled.self.line : settled.other->line;
    const int other = self_writes ? settled.other->line : settled.self.line;
    const TokenSpan body = body_of(*tokens, settled);
    std::size_t from = 0;  // behind the write
    for (std::size_t k = body.begin; k < body.end; ++k) {
        if ((*tokens)[k].line <= written) {
            from = k + 1;
            continue;
        }
        const auto change = member_call(*tokens, k);
        if (!change || !change->relaxed_change) continue;
        if (has_fence(*tokens, {from, k})) return {};
        for (std::size_t look = body.begin; look < body.end; ++look) {
            const auto call = member_call(*tokens, look);
            if (call && call->acquires && (*tokens)[look].line <= other &&
                tokens->is(look, (*tokens)[k].text))
                return fmt::format(
                    "`{}` on line {} has memory_order_relaxed, so whoever sees it need not see "
                    "what has been stored before it: give it cuda::memory_order_release.",
                    tokens->spelling({k, k + 3}), (*tokens)[k].line);
        }
    }
    return {};
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
