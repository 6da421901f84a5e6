#include "simulator/report/advice/parting_lanes.hpp"

#include <fmt/format.h>

#include <optional>

#include "simulator/report/source/source_value.hpp"

namespace cusim::report {
namespace {

Values values_in(const Settled& settled, const Dim3& thread) {
    const Recorded& recorded = settled.recorded;
    Values values;
    const auto add = [&](const std::string& of, const Dim3& extent) {
        values[of + ".x"] = extent.x;
        values[of + ".y"] = extent.y;
        values[of + ".z"] = extent.z;
    };
    add("threadIdx", thread);
    add("blockIdx", recorded.finding.self.block);
    add("blockDim", recorded.block);
    add("gridDim", recorded.grid);
    for (const Number& number : recorded.numbers) values[number.name] = number.value;
    return values;
}

struct Parting {
    std::string condition, variable;
    long here = 0, there = 0;
};

// The condition of `if (i >= n) return;` that holds in the one thread and not in the other, and the
// variable in it that differs between the two.
std::optional<Parting> parting_of(const SourceTokens& tokens, const Flow& flow,
                                  const Evaluator& here, const Evaluator& there) {
    for (const Condition& condition : flow.conditions) {
        const TokenSpan all = condition.expression;
        if (condition.is_true || here.value(all) != 0 || there.value(all).value_or(0) == 0)
            continue;
        for (std::size_t at = all.begin; at < all.end; ++at) {
            if (!tokens[at].is_name()) continue;
            const auto one = here.value({at, at + 1}), other = there.value({at, at + 1});
            if (one && other && *one != *other)
                return Parting{tokens.spelling(all), std::string(tokens[at].text), *one, *other};
        }
    }
    return std::nullopt;
}

}  // namespace

std::string parting_words(const Settled& settled) {
    constexpr std::uint32_t lanes = 32;
    const Finding& f = settled.recorded.finding;
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || !f.other || f.self.host || f.other->host || f.self.block != f.other->block ||
        settled.recorded.block.y != 1 || settled.recorded.block.z != 1 ||
        f.self.thread.x / lanes != f.other->thread.x / lanes)
        return {};
    const Flow flow = flow_to_line(*tokens, settled.self.line);
    if (flow.function != settled.recorded.kernel) return {};
    const Evaluator here(*tokens, flow, values_in(settled, f.self.thread)),
        there(*tokens, flow, values_in(settled, f.other->thread));
    const auto parting = parting_of(*tokens, flow, here, there);
    if (!parting) return {};
    return fmt::format(
        "It has returned by `{0}`, where its {1} is {2}; here {1} is {3}. Lanes that are to stay "
        "together need the same {1}: where it counts the warps, it is a thread's number divided by "
        "32.",
        parting->condition, parting->variable, parting->there, parting->here);
}

}  // namespace cusim::report
