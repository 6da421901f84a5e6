#include "simulator/report/advice/warp_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "simulator/report/source/index_reading.hpp"

namespace cusim::report {
namespace {

constexpr long lanes_of_a_warp = 32;

// The index on the line of two stores, as it is in any thread of their block.
class BlockIndex {
  public:
    BlockIndex(const Settled& settled, IndexReading reading)
        : settled_(settled), reading_(std::move(reading)) {}

    std::string words() const {
        const long one = settled_.recorded.finding.self.thread.x,
                   other = settled_.recorded.finding.other->thread.x;
        if (is_of_lane(one, other))
            return fmt::format(
                "`{}` is {} in both threads, which are the same lane of warps {} and {}: where "
                "each warp has an element of its own, the index is the warp's number, `{}`.",
                spelled(), at(one).value_or(0), std::min(one, other) / lanes_of_a_warp,
                std::max(one, other) / lanes_of_a_warp,
                named("threadIdx.x / 32", [](long thread) { return thread / lanes_of_a_warp; }));
        if (!is_of_warp(one, other)) return {};
        if (const auto guard = guard_of_warps())
            return fmt::format(
                "`{0}` and `{1}` are the same in all lanes of a warp, so all lanes that come here "
                "store: `{2}` lets one lane of each warp through where `{1}` is the lane's number, "
                "the remainder `threadIdx.x % 32`.",
                spelled(), guard->first, reading_.spelled(guard->second));
        return fmt::format(
            "`{}` is the same in all lanes of a warp, and several of them store: let one lane do "
            "it, as by `if ({} == 0)`.",
            spelled(),
            named("threadIdx.x % 32", [](long thread) { return thread % lanes_of_a_warp; }));
    }

  private:
    std::string spelled() const { return reading_.spelled(reading_.subscript); }

    std::optional<long> value_in(TokenSpan expression, long thread) const {
        return reading_.evaluator->value(expression, {{"threadIdx.x", thread}});
    }
    std::optional<long> at(long thread) const { return value_in(reading_.subscript, thread); }

    bool is_of_lane(long one, long other) const {
        if (one % lanes_of_a_warp != other % lanes_of_a_warp) return false;
        const auto first = at(0);
        for (long thread = 0; thread < settled_.recorded.block.x; ++thread)
            if (!first || at(thread) != *first + thread % lanes_of_a_warp) return false;
        return true;
    }

    // The warp's number, in the block or in the grid.
    bool is_of_warp(long one, long other) const {
        if (one / lanes_of_a_warp != other / lanes_of_a_warp ||
            settled_.recorded.block.x <= lanes_of_a_warp)
            return false;
        const auto first = at(0);
        for (long thread = 0; thread < settled_.recorded.block.x; ++thread)
            if (!first || at(thread) != *first + thread / lanes_of_a_warp) return false;
        return true;
    }

    // A variable that numbers the warps, and the condition on the way here that compares it with a
    // number.
    std::optional<std::pair<std::string, TokenSpan>> guard_of_warps() const {
        for (const Condition& condition : reading_.flow.conditions) {
            const auto [begin, end] = condition.expression;
            if (!condition.is_true || end - begin != 3 || !reading_.tokens->is(begin + 1, "=="))
                continue;
            const auto local = reading_.flow.locals.find((*reading_.tokens)[begin].text);
            if (local == reading_.flow.locals.end()) continue;
            bool numbers_warps = true;
            for (long thread = 0; numbers_warps && thread < settled_.recorded.block.x; ++thread)
                numbers_warps = value_in(local->second, thread) == thread / lanes_of_a_warp;
            if (numbers_warps) return std::pair{local->first, condition.expression};
        }
        return std::nullopt;
    }

    // A variable of the kernel that has this value in all threads; otherwise the expression.
    std::string named(std::string expression, const std::function<long(long)>& value) const {
        for (const auto& [name, definition] : reading_.flow.locals) {
            bool has = true;
            for (long thread = 0; has && thread < settled_.recorded.block.x; ++thread)
                has = value_in(definition, thread) == value(thread);
            if (has) return name;
        }
        return expression;
    }

    const Settled& settled_;
    const IndexReading reading_;
};

}  // namespace

std::string shared_by_warps(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (f.self.host || f.other->host || f.self.block != f.other->block || f.self.op != Op::write ||
        f.other->op != Op::write || settled.recorded.block.y != 1 ||
        settled.recorded.block.z != 1 || settled.self.line != settled.other->line)
        return {};
    auto reading = read_index(settled);
    return reading ? BlockIndex(settled, std::move(*reading)).words() : "";
}

}  // namespace cusim::report
