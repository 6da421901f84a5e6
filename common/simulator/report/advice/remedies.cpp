// Remedies are chosen by kind, then by variant and by what the two sides have in common.
#include "simulator/report/advice/remedies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "number_of.hpp"
#include "simulator/report/advice/barrier_advice.hpp"
#include "simulator/report/advice/bounds_advice.hpp"
#include "simulator/report/advice/call_remedies.hpp"
#include "simulator/report/advice/exchanged_arrays.hpp"
#include "simulator/report/advice/freed_memory.hpp"
#include "simulator/report/advice/launch_shape.hpp"
#include "simulator/report/advice/loop_advice.hpp"
#include "simulator/report/advice/race_advice.hpp"
#include "simulator/report/advice/wrong_side.hpp"
#include "simulator/report/findings/element_name.hpp"
#include "simulator/report/source/source_tokens.hpp"

namespace cusim::report {
namespace {

constexpr std::pair<std::string_view, std::string_view> pycuda_names[] = {
    {"cudaDeviceSynchronize()", "cuda.Context.synchronize()"},
    {"cudaMallocAsync", "cuda.mem_alloc"},
    {"cudaMalloc", "cuda.mem_alloc"},
    {"cudaMemset", "cuda.memset_d32"},
    {"cudaMemcpyToSymbol", "cuda.memcpy_htod"},
    {"cudaMemcpy", "cuda.memcpy_htod"},
    {"cudaStreamWaitEvent", "Stream.wait_for_event"},
    {"cudaFree", "free()"},
};
constexpr std::pair<std::string_view, std::string_view> of_a_launch = {
    "in <<<blocks, threads>>> the threads of one block come second",
    "`grid` counts the blocks, and `block` the threads of one"};

std::string with_pycuda_names(std::string text) {
    for (const auto& [cuda, pycuda] : pycuda_names)
        for (std::size_t at = text.find(cuda); at != text.npos; at = text.find(cuda, at))
            text.replace(at, cuda.size(), pycuda), at += pycuda.size();
    if (const auto at = text.find(of_a_launch.first); at != text.npos)
        text.replace(at, of_a_launch.first.size(), of_a_launch.second);
    return text;
}

// Such as "Only Q[0] to Q[95] have been stored. "
std::string what_is_stored(const Finding& f) {
    if (!f.stored || f.variable.empty() || f.stored->count == f.elements) return {};
    const auto& [count, first, last, is_gap] = *f.stored;
    if (count == 0) return fmt::format("No element of {} has been stored. ", f.variable);
    const std::string part = first == last
                                 ? element_name(f, first)
                                 : element_name(f, first) + " to " + element_name(f, last);
    if (last < first)
        return fmt::format("Of the {} elements of {}, {} have been stored. ", f.elements,
                           f.variable, count);
    if (is_gap) return fmt::format("All of {} but {} has been stored. ", f.variable, part);
    return fmt::format("Only {} {} been stored. ", part, first == last ? "has" : "have");
}

// The read may be the mistake if others of the same variable would have been right.
bool may_go_too_far(const Finding& f) {
    return f.elements > 1 && !(f.stored && f.stored->count == 0);
}

// For `y[i] += …`, the only use of y on the line: `y[i]`.
std::string added_to(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const SourceTokens* const tokens = source_of(settled.self);
    const bool some_are_stored = f.stored && f.stored->count > 0;
    if (!tokens || f.variable.empty() || f.self.op != Op::read || some_are_stored) return {};
    std::string found;
    int uses = 0;
    for (std::size_t at = 0; at + 1 < tokens->size(); ++at) {
        if ((*tokens)[at].line != settled.self.line || !tokens->is(at, f.variable)) continue;
        ++uses;
        std::size_t end = at + 1;
        while (tokens->is(end, "[")) end = tokens->closing(end) + 1;
        if (end > at + 1 && tokens->is(end, "+=")) found = tokens->spelling({at, end});
    }
    return uses == 1 ? found : "";
}

std::string uninitialized(const Recorded& recorded) {
    const Finding& f = recorded.finding;
    if (f.variant == Variant::half_written)
        return "Both halves of a pair must be stored before it is read or copied whole.";
    if (f.variant == Variant::partly_written)
        return "The copy or fill that stored the rest was too short: its size counts bytes, and "
               "must be a whole number of elements.";
    if (f.variant == Variant::copied_to_host)
        return "cudaMalloc does not clear memory, and no kernel, copy or cudaMemset has stored "
               "that element before it was copied: see whether the kernel ran, whether its threads "
               "reach all elements, and whether sizes count bytes.";
    if (f.variant == Variant::dropped)
        return "It reaches nothing: with other values there, the launch leaves the same behind.";
    if (f.variant == Variant::absent_lane)
        return "What such a shuffle returns is undefined: let all 32 lanes of the warp come to it, "
               "those without a value with one that changes nothing (0 in a sum), in blocks of "
               "whole warps; or give the shuffle a width that keeps to the lanes that take part.";
    if (f.variant == Variant::shuffle_width)
        return "What such a shuffle returns is undefined: the width is 1, 2, 4, 8, 16 or 32, and "
               "lanes beyond the last that has a value give one that changes nothing (0 in a sum).";
    if (f.self.op == Op::atomic && f.space == Space::shared)
        return what_is_stored(f) +
               "What is added to must have a value first, and shared memory holds none when a "
               "block "
               "starts: let the threads store one in each element (0 for a sum), also where there "
               "are more elements than threads, and pass a __syncthreads().";
    if (f.self.op == Op::atomic)
        return "What is added to must have a value first: set it in a launch before, or by "
               "cudaMemset or a copy; device memory holds no zeros by itself.";
    if (f.space == Space::shared)
        return what_is_stored(f) + "Shared memory holds no values when a block starts: " +
               (may_go_too_far(f)
                    ? "either the read goes too far, by its index, its guard or the bounds of the "
                      "loop round it, or a store is missing: what is read must be stored before "
                      "(as 0 by a thread that has no value), and a __syncthreads() passed."
                    : "what is read must be stored before, and a __syncthreads() passed.");
    if (recorded.is_python)
        return "cuda.mem_alloc does not clear memory, and cuda.Out copies nothing there: cuda.In, "
               "a copy, a fill or a kernel must have stored every element that is read.";
    return what_is_stored(f) + "cudaMalloc does not clear memory: " +
           (may_go_too_far(f) ? "either the read goes too far, or what should have stored that "
                                "element has not: a copy or a cudaMemset, which count bytes, or a "
                                "kernel."
                              : "a copy, a cudaMemset (both count in bytes) or a kernel must have "
                                "stored what is read.");
}

std::string synchronisation(const Finding& f) {
    if (f.other && f.other->op == Op::copy)
        return "An asynchronous copy returns before it is done: wait for its stream, with "
               "cudaStreamSynchronize(), or for an event before the host touches the memory.";
    if (f.other && f.other->op == Op::function)
        return "cudaLaunchHostFunc() returns before the function has run: wait for its stream, "
               "with cudaStreamSynchronize(), or for an event before the host touches the memory.";
    if (f.self.op == Op::free)
        return "A launch returns before the kernel has run: wait for it with "
               "cudaDeviceSynchronize(), or for its stream or event, before what it uses is "
               "destroyed.";
    if (f.self.host || (f.other && f.other->host))
        return "A launch returns before the kernel has run: wait for it with "
               "cudaDeviceSynchronize(), or for its stream or event, before the host touches the "
               "memory.";
    return "Let the later one wait for the earlier.";
}

std::string out_of_bounds(const Settled& settled) {
    // Memory below the first allocation is not the device's.
    if (settled.recorded.finding.self.host && gives_back(settled))
        return "delete and free() take what new and malloc() made; what cudaMalloc made is given "
               "back by cudaFree.";
    return bounds_advice(settled);
}

std::string uninitialized_read(const Settled& settled) {
    const std::string words = strayed_words(settled);
    if (!words.empty()) return words;
    const std::string sum = added_to(settled);
    const std::string unwritten =
        sum.empty() ? uninitialized(settled.recorded)
                    : fmt::format(
                          "{}: `{} += …` adds to what is there, so a value must have been "
                          "stored before; where nothing is to be added to, write `=`.",
                          settled.recorded.finding.space == Space::shared
                              ? "Shared memory holds no values when a block starts"
                              : "cudaMalloc does not clear memory",
                          sum);
    const std::string launch = threads_for(settled), exchanged = exchanged_arrays(settled);
    // Blocks and threads that look exchanged are the likelier cause.
    if (!launch.empty() && !small_blocks(settled.recorded).empty())
        return launch.substr(1) + ' ' + unwritten + exchanged;
    return unwritten + launch + exchanged;
}

constexpr std::pair<std::string_view, std::string_view> given_back_by[] = {
    {"cudaMalloc", "cudaFree"},
    {"cudaMallocManaged", "cudaFree"},
    {"cudaMallocPitch", "cudaFree"},
    {"cudaMallocAsync", "cudaFreeAsync"},
    {"cudaMallocHost", "cudaFreeHost"},
    {"cudaHostAlloc", "cudaFreeHost"},
    {"cudaMallocArray", "cudaFreeArray"},
    {"cudaMalloc3DArray", "cudaFreeArray"},
    {"malloc", "free"},  // in a kernel
    {"new", "delete"},
};

// What allocates on the line, and its counterpart.
std::pair<std::string_view, std::string_view> allocated_by(const Place& place) {
    if (const SourceTokens* const tokens = source_of(place))
        for (const auto& names : given_back_by)
            for (std::size_t k = 0; k < tokens->size(); ++k)
                if ((*tokens)[k].line == place.line && tokens->is(k, names.first)) return names;
    return given_back_by[0];
}

struct EndOfHandle {
    Variant variant;
    const char *name, *ends;
};
constexpr EndOfHandle ends_of_handles[] = {
    {Variant::stream, "stream", "cudaStreamDestroy"},
    {Variant::event, "event", "cudaEventDestroy"},
    {Variant::graph, "graph", "cudaGraphDestroy"},
    {Variant::executable_graph, "executable graph", "cudaGraphExecDestroy"},
    {Variant::surface_object, "surface object", "cudaDestroySurfaceObject"},
};

std::string leak(const Settled& settled) {
    for (const auto& [variant, name, ends] : ends_of_handles)
        if (settled.recorded.finding.variant == variant)
            return fmt::format(
                "Every {} needs its {}, also on the way out after an error. One that "
                "later calls use again may stay.",
                name, ends);
    if (settled.recorded.finding.variant == Variant::texture_object)
        return "Every cudaCreateTextureObject needs its cudaDestroyTextureObject, once the kernels "
               "that read it are done, also on the way out after an error.";
    const auto [allocates, frees] = allocated_by(settled.self);
    return fmt::format("Every {} needs its {}, also on the way out after an error.", allocates,
                       frees);
}

std::string crash(const Finding& f) {
    if (f.variant == Variant::wide_quotient)
        return "A device does not stop at it: the thread goes on, with the dividend as the "
               "quotient.";
    if (f.variant == Variant::wide_conversion)
        return "C++ leaves the result open: where a whole number is not meant, keep it in a float; "
               "where it is, limit the number before it is converted (fminf, fmaxf), or use a "
               "function that does, such as __float2int_rz().";
    if (f.variant == Variant::other_texel)
        return "The type of a fetch is that of the texture's elements, as in `tex1Dfetch<float>`.";
    if (f.variant == Variant::wide_shift)
        return "C++ leaves the result open: see where the number of bits comes from, and ask for "
               "it before the shift.";
    if (f.variant != Variant::division) return {};
    return "A device does not stop at it: the thread goes on, with all bits of the result set.";
}

// What `reinterpret_cast<float4*>(&tiles.A[l][i])` takes the address of; empty if the line has
// several, or none.
std::string accessed_as_vector(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    std::string found;
    for (std::size_t at = 1; tokens && at + 1 < tokens->size(); ++at) {
        if ((*tokens)[at].line != settled.self.line || !tokens->is(at, "&") ||
            !tokens->is(at - 1, "(") || !tokens->is(at - 2, ">"))
            continue;
        if (!found.empty()) return {};
        found = tokens->spelling({at + 1, tokens->closing(at - 1)});
    }
    return found;
}

std::string misaligned(const Settled& settled) {
    const std::string where = accessed_as_vector(settled);
    return (where.empty() ? "" : fmt::format("The address is that of `{}`. ", where)) +
           "An access of 2, 4, 8 or 16 bytes needs an address that is a multiple of its size: "
           "float4 at every fourth float only. Where the elements are not meant to lie side by "
           "side from there on, as in a transposed tile, access them one at a time.";
}

constexpr const char* constant_write_advice =
    "Kernels may only read __constant__ variables, whose cache sees no store: set them from the "
    "host with cudaMemcpyToSymbol, or make the variable __device__.";
constexpr const char* stack_overflow_advice =
    "Local arrays and recursion share one small stack a thread: use shared or global memory for "
    "large arrays.";
constexpr const char* order_dependence_advice =
    "Who comes first decides the result, and on a device that is a matter of chance: let the "
    "value, not the order of arrival, decide, unless any of the results will do.";

// A missing case is a compile error.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wswitch"

std::string usual_remedy(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    switch (f.kind) {
        case FindingKind::race:
            return race_advice(settled);
        case FindingKind::unsynchronized_access:
            return synchronisation(f);
        case FindingKind::out_of_bounds:
            return out_of_bounds(settled);
        case FindingKind::use_after_free:
            return use_after_free(settled);
        case FindingKind::uninitialized_read:
            return uninitialized_read(settled);
        case FindingKind::barrier_divergence:
        case FindingKind::deadlock:
            return barrier_advice(settled);
        case FindingKind::livelock:
            return endless_loop_advice(settled);
        case FindingKind::host_pointer:
            return host_pointer(settled);
        case FindingKind::device_pointer:
            return device_pointer(settled);
        case FindingKind::bad_copy:
            return copy_refused(f);
        case FindingKind::leak:
            return leak(settled);
        case FindingKind::launch_error:
            return launch_refused(f);
        case FindingKind::crash:
            return crash(f);
        case FindingKind::misaligned:
            return misaligned(settled);
        case FindingKind::constant_write:
            return constant_write_advice;
        case FindingKind::stack_overflow:
            return stack_overflow_advice;
        case FindingKind::order_dependence:
            return order_dependence_advice;
        case FindingKind::assertion:
        case FindingKind::unsupported:
            return {};  // the cause says everything
    }
    return {};
}

#pragma GCC diagnostic pop

}  // namespace

std::string remedy(const Settled& settled) {
    const std::string words = usual_remedy(settled);
    return settled.recorded.is_python ? with_pycuda_names(words) : words;
}

}  // namespace cusim::report
