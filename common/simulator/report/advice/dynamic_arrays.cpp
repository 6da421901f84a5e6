#include "simulator/report/advice/dynamic_arrays.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include "simulator/report/source/line_reading.hpp"

namespace cusim::report {
namespace {

// The names that `extern __shared__ float a[];` and the like declare, in their order.
std::vector<std::string_view> dynamic_arrays(const SourceTokens& tokens) {
    std::vector<std::string_view> names;
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
        if (!tokens.is(at, "extern")) continue;
        bool is_shared = false;
        for (std::size_t i = at + 1; i + 1 < tokens.size() && !tokens.is(i, ";"); ++i) {
            is_shared |= tokens.is(i, "__shared__");
            if (is_shared && tokens.is(i, "[") && tokens.is(i + 1, "]"))
                names.push_back(tokens[i - 1].text);
        }
    }
    return names;
}

}  // namespace

std::string same_dynamic_memory(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const SourceTokens* const tokens = source_of(settled.self);
    if (f.space != Space::shared || !tokens || settled.self.path != settled.other->path) return {};
    std::vector<std::string_view> used;
    std::set<std::string_view> known;
    for (const std::string_view name : dynamic_arrays(*tokens)) {
        const std::string array{name};
        const bool is_used = !subscripts_on(*tokens, settled.self.line, array).empty() ||
                             !subscripts_on(*tokens, settled.other->line, array).empty();
        if (is_used && known.insert(name).second) used.push_back(name);
    }
    if (used.size() != 2) return {};
    return fmt::format(
        "{0} and {1} are one memory: every `extern __shared__` array begins where the block's "
        "dynamic shared memory begins. Declare one of them, and let a pointer to the other begin "
        "behind its last element.",
        used[0], used[1]);
}

}  // namespace cusim::report
