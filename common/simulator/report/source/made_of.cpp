#include "simulator/report/source/made_of.hpp"

namespace cusim::report {

std::size_t clause_end(const SourceTokens& tokens, std::size_t at, std::size_t end) {
    while (at < end && !tokens.is(at, ";")) ++at;
    return at;
}

TokenSpan start_of(const SourceTokens& tokens, const Flow& flow, std::string_view counter) {
    for (const Loop& loop : flow.loops)
        if (loop.counter == counter)
            return {loop.head.begin, clause_end(tokens, loop.head.begin, loop.head.end)};
    return {};
}

bool is_builtin(std::string_view name) {
    return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim";
}

}  // namespace cusim::report
