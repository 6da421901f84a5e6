#include "simulator/report/advice/block_condition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "simulator/report/source/made_of.hpp"
#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {
namespace {

bool are_of_one_block(const Finding& f) {
    return f.other && !f.self.host && !f.other->host && f.self.block == f.other->block;
}

}  // namespace

std::string condition_on_block(const Settled& settled) {
    if (!are_of_one_block(settled.recorded.finding)) return {};
    for (const Place* const place : {&settled.self, &*settled.other}) {
        const SourceTokens* const tokens = source_of(*place);
        std::size_t last = 0;
        for (std::size_t at = 0; tokens && at < tokens->size(); ++at)
            if ((*tokens)[at].line == place->line) last = at;
        if (last == 0) continue;
        const Flow flow = flow_to(*tokens, last);
        const auto depends = [&](TokenSpan part, const char* number) {
            return is_made_of(*tokens, flow, std::nullopt, part,
                              [&](const Flow&, std::size_t at) { return tokens->is(at, number); });
        };
        const auto of_thread = [&](const Condition& each) {
            return depends(each.expression, "threadIdx");
        };
        if (flow.function != settled.recorded.kernel ||
            std::ranges::any_of(flow.conditions, of_thread))
            continue;
        for (const auto& [all, is_true] : flow.conditions)
            if (is_true && all.end - all.begin == 3 && tokens->is(all.begin + 1, "==") &&
                depends(all, "blockIdx"))
                return fmt::format(
                    " `{}` on line {} holds for all threads of that block: where one thread of "
                    "each block is meant, it is threadIdx that is compared.",
                    tokens->spelling(all), (*tokens)[all.begin].line);
    }
    return {};
}

}  // namespace cusim::report
