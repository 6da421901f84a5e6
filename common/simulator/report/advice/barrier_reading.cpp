#include "simulator/report/advice/barrier_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {
namespace {

// Barriers in a part of the source: of the block, and of a warp only.
struct Barriers {
    bool block = false, warp = false;
    bool calls = false;  // of functions, which may contain barriers
};

class Reading {
  public:
    Reading(const SourceTokens& tokens, const Settled& settled, bool same_warp)
        : tokens_(tokens), s_(settled), same_warp_(same_warp) {}

    std::string words() {
        if (!locate()) return {};
        if (first_ == second_) return on_one_line();
        if (const std::string words = in_two_branches(); !words.empty()) return words;
        const std::string words = between_lines();
        return words.empty() || !same_warp_ || !in_a_branch_of_threads()
                   ? words
                   : words +
                         " Both are threads of one warp: in a branch for one warp only, it is "
                         "a __syncwarp() that goes there.";
    }

  private:
    bool is(std::size_t at, std::string_view spelling) const { return tokens_.is(at, spelling); }

    // Whether both places are in one branch that not every thread of a block takes.
    bool in_a_branch_of_threads() const {
        return std::ranges::any_of(flow_.conditions, [&](const Condition& condition) {
            const auto at = condition.expression.begin;
            const bool loops = std::ranges::any_of(
                flow_.loops, [&](const Loop& loop) { return loop.head.has(at); });
            return condition.is_true && !loops && at < first_ && depends_on_thread(condition);
        });
    }

    bool depends_on_thread(const Condition& condition) const {
        const auto names_it = [&](TokenSpan span) {
            return tokens_.spelling(span).find("threadIdx") != std::string::npos;
        };
        if (names_it(condition.expression)) return true;
        for (auto at = condition.expression.begin; at < condition.expression.end; ++at)
            if (const auto local = flow_.locals.find(tokens_[at].text);
                local != flow_.locals.end() && names_it(local->second))
                return true;
        return false;
    }

    // For the two branches of one `if`.
    std::string in_two_branches() const {
        const Flow first = flow_to(tokens_, end_of_line(first_) - 1);
        for (const Condition& here : first.conditions)
            for (const Condition& there : flow_.conditions)
                if (here.is_true && !there.is_true &&
                    here.expression.begin == there.expression.begin)
                    return fmt::format(
                        "The lines are in the two branches of `if ({})`, so no __syncthreads() "
                        "can stand between them. Where one branch comes first, end the `if` "
                        "behind it, put the barrier there, and begin another one. Where they work "
                        "side by side, {}",
                        tokens_.spelling(here.expression), waits_side_by_side());
        return {};
    }

    std::string waits_side_by_side() const {
        for (std::size_t at = flow_.body.begin; at < flow_.body.end; ++at)
            if (is(at, "arrive") && is(at + 1, "("))
                return "one has to wait for the other: arrive() tells it and waits for nothing; "
                       "wait() for what it returned does, and so does arrive_and_wait().";
        return "each waits for the other at a cuda::barrier, or at a barrier with a number.";
    }

    // The first token on the line.
    std::optional<std::size_t> token_on(int line) const {
        for (std::size_t at = 0; at < tokens_.size(); ++at)
            if (tokens_[at].line == line) return at;
        return std::nullopt;
    }

    std::size_t end_of_line(std::size_t at) const {
        const int line = tokens_[at].line;
        while (at < tokens_.size() && tokens_[at].line == line) ++at;
        return at;
    }

    bool locate() {
        if (s_.self.path != s_.other->path) return false;
        const auto first = token_on(std::min(s_.self.line, s_.other->line));
        const auto second = token_on(std::max(s_.self.line, s_.other->line));
        if (!first || !second) return false;
        first_ = *first;
        second_ = *second;
        // The position after `if (…)`, so that its condition is known.
        flow_ = flow_to(tokens_, end_of_line(second_) - 1);
        return !flow_.function.empty() && flow_.body.has(first_);
    }

    Barriers barriers_in(TokenSpan span) const {
        Barriers found;
        for (std::size_t at = span.begin; at < span.end; ++at) {
            if (!is(at + 1, "(") || !tokens_[at].is_name()) continue;
            const std::string_view name = tokens_[at].text;
            const bool member = is(at - 1, ".") || is(at - 1, "->");
            if (name.starts_with("__syncthreads") || (member && name == "sync"))
                found.block = true;
            else if (name == "__syncwarp")
                found.warp = true;
            else if (!member && calls_a_function_of_the_file(name))
                found.calls = true;
        }
        return found;
    }

    bool calls_a_function_of_the_file(std::string_view name) const {
        for (std::size_t at = 1; at + 1 < flow_.body.begin; ++at)
            if (is(at, name) && is(at + 1, "(") && tokens_[at - 1].is_name()) return true;
        return false;
    }

    // The innermost loop around both places.
    const Loop* common_loop() const {
        const Loop* found = nullptr;
        for (const Loop& loop : flow_.loops)
            if (loop.body.has(first_) || tokens_[loop.body.begin].line == tokens_[first_].line)
                found = &loop;
        return found;
    }

    // `q[z] += q[z + stride]`: the element of the thread at distance `stride` is read.
    struct Step {
        std::string own, stride;
    };
    std::optional<Step> step() const {
        for (std::size_t at = first_; at < end_of_line(first_); ++at) {
            if (!is(at + 1, "[") || !tokens_[at].is_name()) continue;
            const std::size_t close = tokens_.closing(at + 1);
            if (!is(close + 1, "+=") || !is(close + 2, tokens_[at].text) || !is(close + 3, "["))
                continue;
            const std::string own = tokens_.spelling({at + 2, close});
            const std::string read = tokens_.spelling({close + 4, tokens_.closing(close + 3)});
            if (read.starts_with(own + " + ")) return Step{own, read.substr(own.size() + 3)};
        }
        return std::nullopt;
    }

    std::string on_one_line() const {
        const Loop* const loop = common_loop();
        const auto tree = step();
        if (!loop) return tree ? of_tree(*tree) : read_first();
        const Barriers inside = barriers_in(loop->body);
        if (inside.calls && !inside.block) return {};
        if (inside.block) return tree ? of_tree(*tree) : read_first();
        if (inside.warp)
            return "The __syncwarp() in the loop lets a warp's own threads wait for each other "
                   "only: put a __syncthreads() into each iteration.";
        return "There is no __syncthreads() in the loop: every iteration needs one, where every "
               "thread of the block reaches it, between what the last iteration wrote and what "
               "this one reads.";
    }

    // In a tree reduction the stride changes in each iteration: it is the loop's counter, or is set
    // in the loop's body.
    bool changes_in(const Loop& loop, const std::string& text) const {
        return text == loop.counter || is_set_in(tokens_, loop.body, text);
    }

    // The `s` of a condition `z < s` at this place, if `s` is the current stride; otherwise empty.
    std::string guard_of_turn(const Step& tree) const {
        const Loop* const loop = common_loop();
        if (!loop) return {};
        for (const Bound& bound : bounds_in(tokens_, flow_.conditions)) {
            const std::string larger = tokens_.spelling(bound.larger);
            if (!bound.may_equal && tokens_.spelling(bound.smaller) == tree.own &&
                changes_in(*loop, larger))
                return larger;
        }
        return {};
    }

    // Whether a condition keeps what the threads of one row read apart from what they write: `own <
    // stride`, where `own` is the index or what is added to the begin of a row, as z in `t * Z +
    // z`.
    bool is_guarded(const Step& tree) const {
        return std::ranges::any_of(bounds_in(tokens_, flow_.conditions), [&](const Bound& bound) {
            const std::string own = tokens_.spelling(bound.smaller);
            return !bound.may_equal && tokens_.spelling(bound.larger) == tree.stride &&
                   (own == tree.own || tree.own.ends_with("+ " + own));
        });
    }

    // Suggests a condition only if it would exclude this thread: an index into the whole array
    // shows that, or the current stride.
    bool is_to_be_guarded(const Step& tree) const {
        const Loop* const loop = common_loop();
        return !loop || changes_in(*loop, tree.stride);
    }

    // `stride *= 2`, `stride <<= 1`, `stride += stride`
    bool grows(const std::string& stride) const {
        const Loop* const loop = common_loop();
        const auto grows_in = [&](TokenSpan span) {
            for (std::size_t at = span.begin; at + 1 < span.end; ++at)
                if (is(at, stride) && (is(at + 1, "*=") || is(at + 1, "<<=") || is(at + 1, "+=")))
                    return true;
            return false;
        };
        return loop && (grows_in(loop->head) || grows_in(loop->body));
    }

    std::string of_tree(const Step& tree) const {
        const std::string both =
            "Both come to this line between the same two barriers: one adds to an element while "
            "the other reads it. ";
        if (is_guarded(tree))
            return both + fmt::format(
                              "Within one row the condition on `{0}` keeps them apart: are the two "
                              "of different rows, does each have elements of its own, and is `{0}` "
                              "at most half of them?",
                              tree.stride);
        const std::string guard = guard_of_turn(tree);
        if (!guard.empty() && guard != tree.stride)
            return both +
                   fmt::format(
                       "`{0} < {1}` lets threads add, but what they read lies `{2}` further on: "
                       "where it is to be added in a tree, it lies `{1}` further on, at `{0} + "
                       "{1}`.",
                       tree.own, guard, tree.stride);
        if (!is_to_be_guarded(tree)) return read_first();
        if (grows(tree.stride))
            return both +
                   fmt::format(
                       "Where `{1}` grows from step to step, only every thread whose number is a "
                       "multiple of `2 * {1}` adds, as in `if ({0} % (2 * {1}) == 0)`: what it "
                       "reads, no other one writes.",
                       tree.own, tree.stride);
        return both + fmt::format(
                          "Let only threads with `{0} < {1}` add, as in `if ({0} < {1})`: none of "
                          "them reads what another one writes.",
                          tree.own, tree.stride);
    }

    static std::string read_first() {
        return "Both come to this line between the same two barriers, and one writes what the "
               "other reads: read into a variable first, then __syncthreads(), then write.";
    }

    // `__syncthreads;` compiles, and does nothing.
    std::string uncalled_barrier() const {
        const Loop* const loop = common_loop();
        const std::size_t begin = loop ? loop->body.begin : first_;
        const std::size_t end = loop ? loop->body.end : second_;
        for (std::size_t at = begin; at + 1 < end; ++at)
            if (tokens_.is(at, "__syncthreads") && !tokens_.is(at + 1, "("))
                return fmt::format(
                    "Line {} names __syncthreads and does not call it: write __syncthreads().",
                    tokens_[at].line);
        return {};
    }

    std::string between_lines() const {
        if (std::string uncalled = uncalled_barrier(); !uncalled.empty()) return uncalled;
        const int first = tokens_[first_].line, second = tokens_[second_].line;
        const Barriers ahead = barriers_in({end_of_line(first_), second_});
        const Loop* const loop = common_loop();
        if (!loop) {
            if (ahead.block || ahead.calls) return {};
            return fmt::format(
                "There is no __syncthreads() between line {} and line {}: put one there, where "
                "every thread of the block reaches it.{}",
                first, second, ahead.warp ? of_warp_barrier() : "");
        }
        Barriers around = barriers_in({end_of_line(second_), loop->body.end});
        const Barriers start = barriers_in({loop->body.begin, first_});
        around.block |= start.block;
        around.calls |= start.calls;
        around.warp |= start.warp;
        if (ahead.calls || around.calls || (ahead.block && around.block)) return {};
        if (same_warp_ && !ahead.block && !around.block && ahead.warp != around.warp)
            return between_turns_of_a_warp(ahead.warp);
        const bool of_warp = ahead.block    ? around.warp
                             : around.block ? ahead.warp
                                            : ahead.warp || around.warp;
        return between_turns(ahead, around) + (of_warp ? of_warp_barrier() : "");
    }

    // Why the __syncwarp() that is there does not order the two.
    std::string of_warp_barrier() const {
        return same_warp_ ? " The two are of one warp, but __syncwarp() orders only the lanes that "
                            "come to it and that its mask names."
                          : " __syncwarp() orders the threads of a warp only.";
    }

    // The loop is a warp's own: it has a __syncwarp() on one of the two ways.
    std::string between_turns_of_a_warp(bool ahead) const {
        const int first = tokens_[first_].line, second = tokens_[second_].line;
        const std::string where =
            ahead ? fmt::format(
                        "line {} and line {} of the next iteration: put one at the end of "
                        "the loop's body",
                        second, first)
                  : fmt::format("line {} and line {}: put one there", first, second);
        return fmt::format(
            "In the loop there is no __syncwarp() between {}, where every lane of the warp reaches "
            "it. The threads of a warp need not run in step.",
            where);
    }

    std::string between_turns(const Barriers& ahead, const Barriers& around) const {
        const int first = tokens_[first_].line, second = tokens_[second_].line;
        if (ahead.block)
            return fmt::format(
                "In the loop there is no __syncthreads() between line {} and line {} of the next "
                "iteration: put one at the end of the loop's body, where every thread of the block "
                "reaches it.",
                second, first);
        if (around.block)
            return fmt::format(
                "In the loop there is no __syncthreads() between line {} and line {}: put one "
                "there, where every thread of the block reaches it.",
                first, second);
        return fmt::format(
            "There is no __syncthreads() in the loop: put one between line {} and line {}, and one "
            "at the end of the loop's body, where every thread of the block reaches them.",
            first, second);
    }

    const SourceTokens& tokens_;
    const Settled& s_;
    const bool same_warp_;
    std::size_t first_ = 0, second_ = 0;
    Flow flow_;
};

}  // namespace

std::string missing_barrier(const Settled& settled, bool same_warp) {
    const SourceTokens* const tokens = source_of(settled.self);
    return tokens && settled.other ? Reading(*tokens, settled, same_warp).words() : std::string{};
}

}  // namespace cusim::report
