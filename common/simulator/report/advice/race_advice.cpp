#include "simulator/report/advice/race_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "simulator/report/advice/accumulation.hpp"
#include "simulator/report/advice/atomic_advice.hpp"
#include "simulator/report/advice/atomic_results.hpp"
#include "simulator/report/advice/barrier_conditions.hpp"
#include "simulator/report/advice/barrier_reading.hpp"
#include "simulator/report/advice/block_condition.hpp"
#include "simulator/report/advice/bounds_advice.hpp"
#include "simulator/report/advice/dynamic_arrays.hpp"
#include "simulator/report/advice/extreme_update.hpp"
#include "simulator/report/advice/index_gaps.hpp"
#include "simulator/report/advice/launch_shape.hpp"
#include "simulator/report/advice/meant_access.hpp"
#include "simulator/report/advice/order_between_blocks.hpp"
#include "simulator/report/advice/overlap_advice.hpp"
#include "simulator/report/advice/own_elements.hpp"
#include "simulator/report/advice/plain_flag.hpp"
#include "simulator/report/advice/race_sides.hpp"
#include "simulator/report/advice/tested_and_set.hpp"
#include "simulator/report/advice/two_layouts.hpp"
#include "simulator/report/advice/variant_advice.hpp"
#include "simulator/report/source/index_reading.hpp"

namespace cusim::report {
namespace {

bool both_write_on_one_line(const Settled& settled) {
    return both_write(settled) && same_line(settled);
}

// The blocks store what they hand on: an element each, whichever of them is the last.
bool stores_before_ticket(const Settled& settled) {
    return both_write_on_one_line(settled) && comes_before_atomic(settled);
}

// In a tree reduction, an atomic is not the remedy. Elsewhere two remedies are named: one element
// may be meant for all threads, or one for each.
std::string lost_update(const Settled& settled) {
    const std::string lost =
        "Both threads read the element, change it and write it back, so one of the two changes is "
        "lost";
    const std::string gap = gap_in_index(settled);
    if (adds_in_a_tree(settled)) {
        if (!gap.empty())
            return fmt::format(
                "{}. {}, and in one step of a tree each element belongs to one thread.", lost, gap);
        const std::string call = call_with_one_array(settled);
        if (!call.empty())
            return fmt::format(
                "{}. `{}` hands the same array to all threads, and some of them have the same "
                "index in it: where they are of several rows, each row needs a part of its own.",
                lost, call);
        return lost +
               ". In one step of a tree each element belongs to one thread: is the index the "
               "one that is meant?";
    }
    if (const std::string atomic = extreme_update(settled); !atomic.empty())
        return fmt::format(
            "{}: use {}, which takes integers (for a float, a loop with atomicCAS()), or let one "
            "thread own the element.",
            lost, atomic);
    if (!gap.empty())
        return fmt::format(
            "{}: use atomicAdd() or another atomic where they are to add to one element. {}: where "
            "each is to have an element of its own, let the index tell them apart.",
            lost, gap);
    return lost + ": use atomicAdd() or another atomic, or let one thread own the element.";
}

// `static float sum = 0;` in the kernel: the threads of all blocks share one.
std::string static_variable(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    const std::string& name = settled.recorded.finding.variable;
    if (!tokens || name.empty()) return {};
    const TokenSpan body = flow_to_line(*tokens, settled.self.line).body;
    for (std::size_t at = body.begin; at < body.end; ++at) {
        if (!tokens->is(at, "static")) continue;
        const int line = (*tokens)[at].line;
        for (; at < body.end && !tokens->is(at, ";"); ++at)
            if (tokens->is(at, name))
                return fmt::format(
                    "`{0}` is static on line {1}, so all threads of all blocks share one `{0}`: "
                    "where each is to have its own, leave out `static`.",
                    name, line);
    }
    return {};
}

// For elements that are moved within a tile, as in the down-sweep of a scan: what one line stores,
// another one reads, and neither line adds on its own account. No atomic helps there.
std::string lost_in_a_tile(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const bool moved = f.space == Space::shared && same_block(f) && !same_line(settled);
    if (!moved || f.blocks_meet_too || !accumulation(settled).empty()) return {};
    return missing_barrier(settled, same_warp(settled));
}

// A space, and what is to be said of blocks that are too small; empty otherwise.
std::string launch_of(const Settled& settled) {
    const std::string words = small_blocks(settled.recorded);
    return words.empty() ? "" : ' ' + words;
}

std::string same_value(const Settled& settled) {
    const std::string harmless =
        "Both store the same value, so the outcome is the same in any order, but it is still a "
        "race";
    if (const std::string words = overlap_words(settled); !words.empty())
        return harmless + ". " + words;
    if (const std::string words = first_of_each_row(settled); !words.empty())
        return harmless + ". " + words;
    if (block_forgotten(settled)) return harmless + ". " + forgotten_block(settled);
    if (thread_forgotten(settled))
        return harmless +
               ". The index depends on blockIdx alone, so all threads of a block come to the same "
               "element: let one thread of the block store it, or, where each is to have one of "
               "its own, threadIdx is missing in the index.";
    if (const std::string gap = what_differs(settled); !gap.empty())
        return fmt::format("{}. {}: let one thread store it, or each its own element.{}", harmless,
                           gap, same_block(settled.recorded.finding) ? "" : launch_of(settled));
    return harmless + ": let one thread store it, or each its own element.";
}

std::string other_launch(const Finding& f) {
    const int copies = (f.self.op == Op::copy) + (f.other->op == Op::copy);
    const bool library = (f.self.host && f.self.kernel) || (f.other->host && f.other->kernel);
    const bool frees = f.self.op == Op::free || f.other->op == Op::free;
    const bool function = f.self.op == Op::function || f.other->op == Op::function;
    const std::string both = function      ? "The host function and the other"
                             : library     ? "The library's call and the other"
                             : frees       ? "cudaFreeAsync and what uses the memory"
                             : copies == 2 ? "The two copies"
                             : copies == 1 ? "The copy and the kernel"
                                           : "The two kernels";
    const bool atomics = f.self.op == Op::atomic && f.other->op == Op::atomic;
    return both +
           " run in different streams and nothing orders them: put them into one stream, or let "
           "one wait for the other (cudaStreamWaitEvent)" +
           (atomics ? ", or use the atomic without _block, which kernels may share." : ".");
}

std::string unfinished_copy(const Finding& f) {
    const std::string wait =
        "An asynchronous copy goes on until a thread has waited for it, at its barrier, its "
        "pipeline stage or its commit: ";
    if (same_block(f) && f.self.thread == f.other->thread)
        return wait + "wait for this copy before its memory is used.";
    return wait +
           "where each thread waits for its own copies alone, a __syncthreads() behind the wait "
           "tells the others.";
}

// For two names of one array; empty if the lines use the same name, or a name is unknown.
std::string by_two_names(const Settled& settled) {
    const std::string here = array_on(settled.self), there = array_on(*settled.other);
    if (here.empty() || there.empty() || here == there) return {};
    return fmt::format(
        "Line {} calls this memory {}, and line {} calls it {}: where these are meant to be apart, "
        "a pointer or an index leads from one into the other; else ",
        settled.self.line, here, settled.other->line, there);
}

// Whether the two lines use different arguments of the launch, which point to different elements.
bool are_two_pointers(const Settled& settled) {
    const std::string here = array_on(settled.self), there = array_on(*settled.other);
    const Pointer *one = nullptr, *other = nullptr;
    for (const Pointer& pointer : settled.recorded.pointers) {
        if (pointer.name == here) one = &pointer;
        if (pointer.name == there) other = &pointer;
    }
    return one && other && one->address != other->address;
}

// A barrier of the block suffices if only this block uses that part of the array, which is not
// known for global memory.
std::string barrier_between(const Settled& settled) {
    const bool blocks_share = blocks_may_share(settled);
    const std::string names = blocks_share ? by_two_names(settled) : "";
    const std::string start =
        " orders the two" + (names.empty() ? ": " : ". " + names) +
        "put a __syncthreads() between them, where every thread of the block reaches it";
    if (blocks_share)
        return start +
               ", if no other block comes to these elements: between blocks it orders nothing, and "
               "what helps is a second array to write into, or two kernels.";
    return start +
           (same_warp(settled) ? ", or, in a branch for one warp only, a __syncwarp()." : ".");
}

// If the access of one side goes beyond the array elsewhere.
std::string outside(const Settled& settled) {
    if (settled.outside_on == 0) return {};
    const std::string& variable = settled.recorded.finding.variable;
    return fmt::format("Line {} goes beyond {}, too: that comes first.", settled.outside_on,
                       variable.empty() ? "its array" : variable);
}

// It is certain that no barrier orders the two accesses. The source may show where one is missing.
std::string within_block(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (both_write(settled) && f.blocks_meet_too && !same_line(settled))
        return same_element_in_many_blocks();
    if (both_write_on_one_line(settled)) return same_element_in_block(settled);
    if (f.self.op == Op::write && f.other->op == Op::write)
        return "Both write the element, and what stays there is a matter of chance: give each "
               "thread elements of its own, or, where one value is meant to follow the other, put "
               "a __syncthreads() between the two.";
    if (settled.stored_twice_on != 0)
        return fmt::format(
            "On line {} two threads of a block store one element of {}: that comes first.",
            settled.stored_twice_on, f.variable);
    if (std::string words = outside(settled); !words.empty()) return words;
    if (std::string words = barrier_in_an_if(settled, same_warp(settled)); !words.empty())
        return words;
    if (const std::string words = missing_barrier(settled, same_warp(settled)); !words.empty())
        return words + (blocks_may_share(settled)
                            ? " That orders one block only: where others come to these elements, "
                              "too, write into a second array, or make two kernels of it."
                            : "");
    if (same_line(settled))
        return "No barrier orders the two. Where threads read in a statement what others write in "
               "it, read into a variable first, then __syncthreads(), then write; or let none of "
               "them read what another one writes.";
    const std::string in_step = same_warp(settled)
                                    ? "The threads of a warp need not run in step, and no barrier"
                                    : "No barrier";
    return in_step + barrier_between(settled);
}

std::string between_blocks(const Settled& settled) {
    if (std::string words = two_layouts(settled); !words.empty()) return words;
    const bool by_ticket =
        hands_on_by_ticket(settled) && !are_two_pointers(settled) && !stores_before_ticket(settled);
    if (const auto early = by_ticket ? fence_before_barrier(settled) : std::nullopt)
        return fmt::format(
            "The __threadfence() on line {} stands before the __syncthreads() on line {}, so it "
            "does not cover what other threads of the block have stored: the thread that counts "
            "the block has to fence behind that barrier, before its atomic.",
            early->fence, early->barrier);
    if (by_ticket)
        return "Nothing orders the two. This kernel hands values from block to block by an atomic: "
               "all threads of a block must have stored theirs (__syncthreads()) before one of "
               "them fences and counts the block, and only a block that has seen all counted may "
               "read. An atomic returns what was there before it, so the last of k that add 1 gets "
               "k - 1. The count begins at 0 in every launch.";
    if (both_write_on_one_line(settled)) return same_element_of_blocks(settled);
    if (is_between_turns_of_the_grid(settled))
        return fmt::format(
            "In the loop no sync() of the grid's group stands between line {} and line {} of the "
            "next iteration: put one at the end of the loop's body, where every thread of the grid "
            "comes to it.",
            std::max(settled.self.line, settled.other->line),
            std::min(settled.self.line, settled.other->line));
    if (const int line = grid_barrier_between(settled); line != 0)
        return fmt::format(
            "The sync() of the grid's group stands between the two, on line {}, but it orders only "
            "threads that come to it: let every thread of the grid come.",
            line);
    if (has_grid_group(settled))
        return "Blocks run in any order, and __syncthreads() orders one block only: put the sync() "
               "of the grid's group between the two, where every thread of the grid comes to it.";
    const Finding& f = settled.recorded.finding;
    if (f.self.op == Op::write && f.other->op == Op::write)
        return "Both write the element, and what stays there is a matter of chance: give each "
               "block elements of its own, or make two kernels of it where one value is meant to "
               "follow the other.";
    const std::string ways =
        "write into a second array, combine the values with an atomic such as atomicAdd, or make "
        "two kernels of it.";
    if (std::string words = outside(settled); !words.empty()) return words;
    const std::string names = by_two_names(settled);
    return "Blocks run in any order and nothing orders the two" +
           (names.empty() ? ": " : ". " + names) + ways;
}

// For a line that comes to the memory by a pointer that has left its own.
std::string by_astray_pointer(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const auto words = [&](const Party& party, const Place& place) -> std::string {
        const std::string name =
            party.host || party.kernel || f.space != Space::global ? "" : astray_on(settled, place);
        if (name.empty()) return {};
        return fmt::format(
            "Line {} uses `{}`, which the launch hands over as an address at which nothing is "
            "allocated: so it comes here by a pointer that has been moved out of its array.",
            place.line, name);
    };
    const std::string here = words(f.self, settled.self);
    return here.empty() ? words(*f.other, *settled.other) : here;
}

/// By the threads and blocks of the two accesses, and by what their indices depend on.
std::string by_accesses(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (const std::string words = by_astray_pointer(settled); !words.empty()) return words;
    if (const std::string words = strayed_words(settled); !words.empty()) return words;
    if (const Place* const stray = strayed_access(settled)) {
        const Op op = stray == &settled.self ? f.self.op : f.other->op;
        return fmt::format(
            "Line {} does not {} {}: the index of another array is so far outside that it leads "
            "there.",
            stray->line, op == Op::read ? "read" : "store to", f.variable);
    }
    if (f.self.op == Op::atomic || f.other->op == Op::atomic) return advice_with_atomics(settled);
    if (const std::string words = overlap_words(settled); !words.empty()) return words;
    if (block_forgotten(settled)) return forgotten_block(settled);
    if (std::string words = extreme_advice(settled); !words.empty()) return words;
    if (std::string words = tested_and_set(settled); !words.empty()) return words;
    if (std::string words = accumulation(settled); !words.empty())
        return same_line(settled) ? lost_update(settled) : words;
    if (same_block(f) && (!f.blocks_meet_too || both_write(settled))) return within_block(settled);
    if (same_block(f))
        return "Threads of different blocks meet here, too. " + between_blocks(settled);
    if (f.space == Space::shared)
        return "The blocks of a cluster share this memory, and __syncthreads() orders one block "
               "only: put a cluster.sync() between the two, where every thread of the cluster "
               "reaches it.";
    return between_blocks(settled);
}

// For two parameters of the kernel that point to the same element.
std::string handed_over_twice(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    std::vector<const Pointer*> here;
    for (const Pointer& pointer : settled.recorded.pointers)
        if (f.address >= pointer.address &&
            f.address - pointer.address < static_cast<std::uint64_t>(pointer.bytes))
            here.push_back(&pointer);
    if (here.size() != 2 || here[0]->address != here[1]->address) return {};
    return fmt::format(" The launch hands this memory over twice, as {} and as {}.", here[0]->name,
                       here[1]->name);
}

}  // namespace

std::string race_advice(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (!f.other && !f.cause.empty()) return "";  // a library's arguments, whose cause says it
    if (!f.other) return "Let something order the two: a barrier, an atomic, or another launch.";
    if (f.self.op == Op::free && !f.self.host)
        return "Nothing lets the thread wait for the other before it frees: free the memory where "
               "all threads have done with it, in a block behind a __syncthreads().";
    if (f.variant == Variant::none || f.variant == Variant::lost_update ||
        f.variant == Variant::missing_fence)
        if (std::string words = relaxed_release(settled); !words.empty()) return words;
    if (std::string words = static_variable(settled); !words.empty()) return words;
    if (std::string words = same_dynamic_memory(settled); !words.empty()) return words;
    if (std::string words = plain_flag(settled); !words.empty()) return words;
    switch (f.variant) {
        case Variant::lost_update:
            if (std::string words = lost_in_a_tile(settled); !words.empty()) return words;
            return lost_update(settled);
        case Variant::same_value:
            return same_value(settled);
        case Variant::missing_fence:
            if (both_write(settled)) break;  // a fence does not order two writes
            if (!waits_for_others(settled) || fences_before_it_counts(settled)) break;
            if (are_two_pointers(settled)) break;  // one leads into the other's memory
            return "The flag or ticket may be seen before the data it announces: put "
                   "__threadfence() between the write of the data and that of the flag or ticket.";
        case Variant::unfinished_copy:
            return unfinished_copy(f);
        case Variant::other_launch:
            return other_launch(f);
        default:
            break;
    }
    if (const std::string words = compare_and_swap_words(settled); !words.empty()) return words;
    const std::string words = variant_advice(f.variant);
    if (!words.empty()) return words;
    return by_accesses(settled) + handed_over_twice(settled) + condition_on_block(settled);
}

}  // namespace cusim::report
