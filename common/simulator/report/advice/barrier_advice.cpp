#include "simulator/report/advice/barrier_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "simulator/report/advice/barrier_conditions.hpp"
#include "simulator/report/advice/parting_lanes.hpp"
#include "simulator/report/source/made_of.hpp"
#include "simulator/report/source/source_flow.hpp"
#include "simulator/report/source/source_tokens.hpp"

namespace cusim::report {
namespace {

// Whether the line contains a name that begins so.
bool is_on_line(const Settled& settled, std::string_view begin) {
    const SourceTokens* const tokens = source_of(settled.self);
    for (std::size_t at = 0; tokens && at < tokens->size(); ++at)
        if ((*tokens)[at].line == settled.self.line && (*tokens)[at].text.starts_with(begin))
            return true;
    return false;
}

// For a warp operation in an `if` that depends on the thread.
std::string lanes_that_come(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens) return {};
    const Flow flow = flow_to_line(*tokens, settled.self.line);
    const auto of_thread = [&](const Flow&, std::size_t at) { return tokens->is(at, "threadIdx"); };
    const auto loops = [&](const Condition& condition) {
        return std::ranges::any_of(flow.loops, [&](const Loop& loop) {
            return loop.head.has(condition.expression.begin);
        });
    };
    for (const Condition& condition : flow.conditions) {
        if (!condition.is_true || loops(condition) ||
            !is_made_of(*tokens, flow, std::nullopt, condition.expression, of_thread))
            continue;
        return fmt::format("Only threads for which `{}` holds come here. ",
                           tokens->spelling(condition.expression));
    }
    return {};
}

std::string by_variant(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    switch (f.variant) {
        case Variant::exited_threads:
            return "Threads that have returned do not hold up a barrier on devices of compute "
                   "capability 7.0 and later, but they do on older ones: let every thread reach "
                   "the barrier and guard the work instead.";
        case Variant::first_thread_exited:
            return "On a device, the first thread of each block arrives at the grid's barrier for "
                   "its block. Where it has returned, the others wait for the block in vain, or "
                   "for no block at all: let every thread reach the barrier and guard the work "
                   "instead.";
        case Variant::uneven_barriers:
            return "A barrier is for all threads of the block, equally often: it stands outside of "
                   "an `if` that only some of them enter and of a loop that some leave earlier, "
                   "and the work is guarded instead. Devices of compute capability 7.0 and later "
                   "do not wait for threads that have returned, older ones do.";
        case Variant::different_barriers:
            return "All threads of the block must come to the same barrier, equally often.";
        case Variant::warp_barrier:
            if (is_on_line(settled, "__shfl")) {
                if (std::string words = parting_words(settled); !words.empty()) return words;
                return lanes_that_come(settled) +
                       "Every lane named in the mask must reach the same warp operation: let all "
                       "lanes of the warp come to it, those without a value with one that changes "
                       "nothing (0 in a sum), and return behind it only. A mask that leaves them "
                       "out is right where no lane reads from them.";
            }
            return "Every lane named in the mask must reach the same warp operation: let all of "
                   "them come, or name only those that do.";
        case Variant::unnamed_caller:
            return "A mask names the lanes that come: 0xffffffff where the whole warp does.";
        case Variant::phase_barrier:
            return "A phase ends when as many threads have arrived as init() was told: does every "
                   "one of them arrive, once a phase, and is the count that of the threads that "
                   "do? One that leaves early calls arrive_and_drop().";
        case Variant::cluster_barrier:
            return "A barrier of the cluster waits for every thread of all its blocks: none may "
                   "skip it.";
        case Variant::tile_barrier:
            return "A tile's barrier and its exchanges wait for every thread of the tile: none may "
                   "skip them or return before.";
        case Variant::numbered_barrier:
            return "A barrier with a number waits until as many threads have come as its "
                   "instruction says, in whole warps: does every warp that it counts reach it, by "
                   "bar.sync or bar.arrive, with the same two numbers?";
        case Variant::grid_barrier:
            return "grid.sync() waits for every thread of the grid: none may return or skip it.";
        default:
            return "__syncthreads() waits for every thread of the block: it may stand in a branch "
                   "or loop only if all of them take it equally often.";
    }
}

// Whether threads miss a barrier of their block, which the source may show: also where they wait at
// one of the grid in place of it.
bool is_about_a_block(const Settled& settled) {
    switch (settled.recorded.finding.variant) {
        case Variant::exited_threads:
        case Variant::uneven_barriers:
        case Variant::different_barriers:
        case Variant::grid_barrier:
            return true;
        case Variant::warp_barrier:
            return is_on_line(settled, "__syncthreads");
        default:
            return false;
    }
}

}  // namespace

std::string barrier_advice(const Settled& settled) {
    if (is_about_a_block(settled))
        for (const Place* const place : {&settled.self, settled.other ? &*settled.other : nullptr})
            if (place)
                if (const std::string words = barrier_missed_by(settled, *place); !words.empty())
                    return settled.recorded.finding.variant == Variant::warp_barrier
                               ? words
                               : words + ' ' + by_variant(settled);
    if (settled.recorded.finding.variant == Variant::different_barriers)
        if (const std::string words = loop_left_before(settled); !words.empty()) return words;
    return by_variant(settled);
}

}  // namespace cusim::report
