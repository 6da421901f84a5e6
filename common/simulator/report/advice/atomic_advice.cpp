#include "simulator/report/advice/atomic_advice.hpp"

#include <fmt/format.h>

#include <string_view>

#include "simulator/report/advice/accumulation.hpp"
#include "simulator/report/advice/atomic_results.hpp"
#include "simulator/report/advice/index_gaps.hpp"
#include "simulator/report/advice/order_between_blocks.hpp"
#include "simulator/report/advice/race_sides.hpp"
#include "simulator/report/source/source_flow.hpp"
#include "simulator/report/source/source_tokens.hpp"

namespace cusim::report {
namespace {

// For two threads of one block, if others may come to the element, too.
std::string where_a_barrier_fails(const Finding& f) {
    if (!same_block(f)) return {};
    return f.blocks_meet_too
               ? " Threads of different blocks meet here, too, which no barrier orders."
               : " A __syncthreads() between them is enough only if no other block comes to this "
                 "element.";
}

// The array of `name[…] = 0;` or `*name = 0;` on the line; empty if there is none.
std::string_view set_to_zero_on(const SourceTokens& tokens, int line) {
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
        if (tokens[at].line != line || !tokens.begins_statement(at)) continue;
        const bool is_pointed_to = tokens.is(at, "*");
        const std::size_t name = at + is_pointed_to;
        const std::size_t end = is_pointed_to ? name + 1 : tokens.closing(at + 1) + 1;
        if ((is_pointed_to || tokens.is(at + 1, "[")) && tokens.is(end, "=") &&
            tokens.is(end + 1, "0") && tokens.is(end + 2, ";"))
            return tokens[name].text;
    }
    return {};
}

// For `*lock = 0;` in a function that takes the lock by atomicCAS(lock, 0, 1).
std::string released_by_a_store(const Place& store) {
    const SourceTokens* const tokens = source_of(store);
    const std::string_view name = tokens ? set_to_zero_on(*tokens, store.line) : "";
    if (name.empty()) return {};
    const TokenSpan body = flow_to_line(*tokens, store.line).body;
    bool takes = false;
    for (std::size_t at = body.begin; at + 1 < body.end; ++at) {
        if (!tokens->is(at, "atomicCAS") || !tokens->is(at + 1, "(")) continue;
        const TokenSpan lock = tokens->arguments(at + 1).front();
        for (std::size_t i = lock.begin; i < lock.end; ++i) takes |= tokens->is(i, name);
    }
    if (!takes) return {};
    return fmt::format(
        "Line {} gives back by an ordinary store what atomicCAS() takes: give it back by "
        "__threadfence() and atomicExch(), so that what was done before is seen by whoever takes "
        "it next.",
        store.line);
}

// To make the store atomic, too, is no remedy: where it stores a whole value, and others add their
// parts, what it is made of would be added again.
std::string store_beside_atomic(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const int line = f.self.op == Op::write ? settled.self.line : settled.other->line;
    const std::string question = fmt::format(
        "An atomic protects nothing against an ordinary store, which undoes what atomics have done "
        "before it: is line {} meant to come to this element, by its condition and its index? "
        "Where it sets the value that atomics begin with, ",
        line);
    if (same_block(f) && !blocks_may_share(settled))
        return question + "it comes first, with a __syncthreads() behind it.";
    return question + "it belongs in a launch before (a counter is cleared by cudaMemset)." +
           where_a_barrier_fails(f);
}

}  // namespace

std::string advice_with_atomics(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const bool stores = f.self.op == Op::write || f.other->op == Op::write;
    if (f.self.op == f.other->op)
        return "Block-scope atomics of different blocks do not see each other: use the atomic "
               "without _block, or with cuda::thread_scope_device.";
    const std::string unprotected = "An atomic protects nothing against an ordinary access: ";
    if (const std::string store = adds_twice(settled); !store.empty())
        return fmt::format(
            "{}atomicAdd() adds by itself, and returns what was there before: leave out `{}`.",
            unprotected, store);
    if (std::string words = adds_what_it_read(settled); !words.empty()) return words;
    if (std::string words = stores_what_is_made_of_it(settled); !words.empty()) return words;
    if (std::string words = accumulation(settled); !words.empty()) return words;
    if (same_block(f) && same_line(settled)) return unprotected + "make both atomic.";
    if (const std::string words = result_not_used(settled); !words.empty())
        return unprotected + words;
    const bool of_one_block = same_block(f) && !blocks_may_share(settled);
    if (stores && !of_one_block && hands_on_by_ticket(settled))
        return unprotected +
               "set a counter back before the launch, or in the one block that has seen all others "
               "counted.";
    const Place& store = f.self.op == Op::write ? settled.self : *settled.other;
    if (std::string words = stores ? released_by_a_store(store) : ""; !words.empty()) return words;
    if (stores) return store_beside_atomic(settled);
    // An access that does not add may be meant for another element.
    const std::string meant = "where both are meant to come to this element, ";
    if (of_one_block)
        return unprotected + meant + "make both atomic, or put a __syncthreads() between them.";
    return unprotected + meant + "make both atomic, or do one of them in a launch of its own." +
           where_a_barrier_fails(f);
}

}  // namespace cusim::report
