#include "simulator/report/advice/own_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "simulator/report/advice/index_gaps.hpp"
#include "simulator/report/advice/launch_shape.hpp"
#include "simulator/report/source/index_reading.hpp"
#include "simulator/report/source/made_of.hpp"
#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {
namespace {

// Whether the index depends on this number, as far as the source shows.
bool index_is_of(const Settled& settled, std::string_view number) {
    const auto reading = read_index(settled);
    return reading && reading->depends_on(number, reading->subscript);
}

bool is_on_one_line(const Settled& settled) {
    return !settled.self.file.empty() && settled.self.file == settled.other->file &&
           settled.self.line == settled.other->line;
}

// What an index is made of, also by functions of the program that it calls.
struct MadeOf {
    bool threads = false, blocks = false;
    // Anything that may lead several threads to one element: sizes, counters, divisions,
    // conditions.
    bool more = false;
};

// The body of the function of this name; empty if it is not in the file.
TokenSpan body_of(const SourceTokens& tokens, std::string_view function) {
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
        if (!tokens.is(at, function) || !tokens.is(at + 1, "(")) continue;
        const std::size_t brace = tokens.closing(at + 1) + 1;
        if (tokens.is(brace, "{")) return {brace, tokens.closing(brace)};
    }
    return {};
}

class Parts {
  public:
    explicit Parts(const IndexReading& reading) : tokens_(*reading.tokens), flow_(reading.flow) {
        look_at(reading.subscript, true, deepest);
    }
    MadeOf made;

  private:
    bool is_parameter(std::string_view name) const {
        for (std::size_t at = flow_.parameters.begin; at < flow_.parameters.end; ++at)
            if (tokens_.is(at, name)) return true;
        return false;
    }

    bool is_counter(std::string_view name) const {
        return std::ranges::any_of(flow_.loops,
                                   [&](const Loop& loop) { return loop.counter == name; });
    }

    void look_at_name(std::size_t at, bool in_kernel, int depth) {
        const std::string_view name = tokens_[at].text;
        made.threads |= name == "threadIdx";
        made.blocks |= name == "blockIdx";
        if (tokens_.is(at + 1, "(")) {
            const TokenSpan body = body_of(tokens_, name);
            made.more |= body.empty();
            look_at(body, false, depth - 1);
        } else if (in_kernel) {
            const auto local = flow_.locals.find(name);
            if (local != flow_.locals.end()) return look_at(local->second, true, depth - 1);
            made.more |=
                is_parameter(name) || is_counter(name) || is_set_in(tokens_, flow_.body, name);
        }
    }

    void look_at(TokenSpan span, bool in_kernel, int depth) {
        made.more |= depth == 0;
        for (std::size_t at = span.begin; at < span.end && !made.more; ++at) {
            for (const char* const word :
                 {"/", "%", ">>", "&", "|", "^", "?", "[", "if", "for", "while"})
                made.more |= tokens_.is(at, word);
            const bool is_member = at > 0 && (tokens_.is(at - 1, ".") || tokens_.is(at - 1, "->"));
            if (!is_member && tokens_[at].is_name()) look_at_name(at, in_kernel, depth);
        }
    }

    const SourceTokens& tokens_;
    const Flow& flow_;
};

// For an index that is made of nothing but the numbers of threads and the lengths of grid and
// block: it is to tell the threads apart, whatever they store. Empty for any other index.
std::string number_shared(const Settled& settled) {
    const auto readings = unread_indices(settled);
    if (!is_on_one_line(settled) || readings.size() != 1 || !settled.recorded.finding.index)
        return {};
    const IndexReading& reading = readings.front();
    const MadeOf made = Parts(reading).made;
    const Finding& f = settled.recorded.finding;
    const bool one_block = f.self.block == f.other->block;
    if (!made.threads || made.more || (!one_block && !made.blocks)) return {};
    return fmt::format(
        "Both write the element, and what stays there is a matter of chance. The index `{}` is "
        "made of the numbers of {}, and is {} for both: look at the lengths in it{}.",
        reading.spelled(reading.subscript), made.blocks ? "block and thread" : "the thread",
        *f.index + reading.rest,
        one_block ? ". A row of threads has blockDim.x, and a layer blockDim.x * blockDim.y"
                  : ", which are gridDim's for blocks and blockDim's for threads");
}

long along(const Dim3& extent, const std::string& axis) {
    return axis == "x" ? extent.x : axis == "y" ? extent.y : extent.z;
}

// `threadIdx.x == 0` as written, or by a local variable; then the axis.
std::string axis_of_first(const SourceTokens& tokens, const Flow& flow, TokenSpan condition) {
    TokenSpan number{condition.begin, condition.end - 2};
    if (condition.end - condition.begin < 3 || !tokens.is(condition.end - 2, "==") ||
        !tokens.is(condition.end - 1, "0"))
        return {};
    const auto local = flow.locals.find(tokens.spelling(number));
    if (local != flow.locals.end()) number = local->second;
    if (number.end - number.begin != 3 || !tokens.is(number.begin, "threadIdx")) return {};
    return std::string(tokens[number.end - 1].text);
}

// The only index in which the blocks of two threads of equal number differ; empty if there is none,
// or several.
std::string only_difference(const Finding& f) {
    if (f.self.host || f.other->host || f.self.thread != f.other->thread) return {};
    const Dim3 &one = f.self.block, &other = f.other->block;
    const int differences = int{one.x != other.x} + int{one.y != other.y} + int{one.z != other.z};
    if (differences != 1) return {};
    return one.x != other.x ? "blockIdx.x" : one.y != other.y ? "blockIdx.y" : "blockIdx.z";
}

}  // namespace

std::string first_of_each_row(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    const Finding& f = settled.recorded.finding;
    const bool in_one_block = !f.self.host && !f.other->host && f.self.block == f.other->block;
    if (!tokens || !in_one_block || !is_on_one_line(settled) || f.elements > 1) return {};
    std::string different;
    for (const std::string axis : {"x", "y", "z"})
        if (along(f.self.thread, axis) != along(f.other->thread, axis)) different += axis;
    const Flow flow = flow_to_line(*tokens, settled.self.line);
    TokenSpan first{};
    std::string fixed;
    for (const Condition& condition : flow.conditions) {
        const TokenSpan all = condition.expression;
        const std::string axis = axis_of_first(*tokens, flow, all);
        if (axis.empty() || !condition.is_true || !fixed.empty()) return {};
        fixed = axis;
        first = all;
    }
    const Dim3& block = settled.recorded.block;
    const long threads = long{block.x} * block.y * block.z;
    if (fixed.empty() || different.size() != 1 || different == fixed ||
        along(block, fixed) * along(block, different) != threads)
        return {};
    return fmt::format(
        "`{}` on line {} holds for {} threads of the block, one for each threadIdx.{}: where one "
        "of them is meant, that is to be 0, too.",
        tokens->spelling(first), (*tokens)[first.begin].line, along(block, different), different);
}

bool block_forgotten(const Settled& settled) {
    return settled.recorded.finding.blocks_at_own_number > 0 && is_on_one_line(settled) &&
           !index_is_of(settled, "blockIdx");
}

bool thread_forgotten(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const bool in_one_block = !f.self.host && !f.other->host && f.self.block == f.other->block;
    return in_one_block && is_on_one_line(settled) && index_is_of(settled, "blockIdx") &&
           !index_is_of(settled, "threadIdx");
}

std::string forgotten_block(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const Dim3& grid = settled.recorded.grid;
    const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    if (f.blocks_at_own_number < blocks || !read_index(settled))
        return "The same thread of several blocks comes to the same element: give each block one "
               "of its own, or combine the blocks' values with an atomic such as atomicAdd.";
    if (const std::string launch = small_blocks(settled.recorded); !launch.empty())
        return fmt::format(
            "The index depends on threadIdx alone, so every block comes to the same elements. {} "
            "Where the launch is right, the index lacks the block's number.",
            launch);
    return "The index depends on threadIdx alone, so every block comes to the same elements: "
           "blockIdx is missing, as in `blockIdx.x * blockDim.x + threadIdx.x`, or the blocks' "
           "values are to be combined with an atomic such as atomicAdd.";
}

std::string what_differs(const Settled& settled) {
    if (std::string gap = gap_in_index(settled); !gap.empty()) return gap;
    const std::string number = only_difference(settled.recorded.finding);
    if (number.empty() || !is_on_one_line(settled) || index_is_of(settled, "blockIdx")) return {};
    return fmt::format(
        "The two threads differ in {} alone, which makes no difference to where they store",
        number);
}

std::string same_element_of_blocks(const Settled& settled) {
    const std::string chance = "Both write the element, and what stays there is a matter of chance";
    if (const std::string gap = what_differs(settled); !gap.empty())
        return fmt::format(
            "{}. {}: give each block elements of its own, or combine the blocks' values with an "
            "atomic such as atomicAdd.",
            chance, gap);
    if (std::string words = number_shared(settled); !words.empty()) return words;
    if (index_is_of(settled, "blockIdx") && index_is_of(settled, "threadIdx"))
        return chance +
               ". The index is made of the numbers of block and thread, and comes to the same for "
               "both: give each block elements of its own, or, where the index should do that, "
               "look at the lengths in it, which are gridDim's for blocks and blockDim's for "
               "threads.";
    return chance +
           ": give each block elements of its own, or combine the blocks' values with an atomic "
           "such as atomicAdd.";
}

std::string same_element_in_many_blocks() {
    return "Both write the element, and so do threads of other blocks: what stays there is a "
           "matter of chance. Give each thread elements of its own, or combine their values with "
           "an atomic such as atomicAdd.";
}

std::string same_element_in_block(const Settled& settled) {
    if (const std::string words = first_of_each_row(settled); !words.empty())
        return "Both write the element, and what stays there is a matter of chance. " + words;
    const std::string gap = gap_in_index(settled);
    if (gap.empty())
        if (std::string words = number_shared(settled); !words.empty()) return words;
    if (settled.recorded.finding.blocks_meet_too) return same_element_in_many_blocks();
    return fmt::format(
        "Both write the element, and what stays there is a matter of chance{}: give each thread "
        "elements of its own, or let one thread of the block store it.",
        gap.empty() ? "" : ". " + gap);
}

}  // namespace cusim::report
