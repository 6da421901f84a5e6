#include "simulator/report/source/made_of.hpp"

namespace cusim::report {

TokenSpan start_of(const SourceTokens& tokens, const Flow& flow, std::string_view counter) {
    for (const Loop& loop : flow.loops)
        if (loop.counter == counter) return clauses_of(tokens, loop).start;
    return {};
}

bool is_builtin(std::string_view name) {
    return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim";
}

}  // namespace cusim::report
