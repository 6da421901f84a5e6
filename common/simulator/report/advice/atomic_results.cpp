#include "simulator/report/advice/atomic_results.hpp"

#include <fmt/format.h>

#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {
namespace {

// The element `hits[p]` to which the line `atomic` adds, dropping what the atomic returns, if the
// line `read` of the same function reads it back by the same name; empty otherwise.
std::string element_read_back(const Place& atomic, const Place& read) {
    const SourceTokens* const tokens = source_of(atomic);
    if (!tokens || atomic.path != read.path || atomic.line == read.line) return {};
    for (std::size_t at = 1; at + 3 < tokens->size(); ++at) {
        const bool drops_result =
            (*tokens)[at].line == atomic.line && (*tokens)[at].text.starts_with("atomic") &&
            (tokens->is(at - 1, ";") || tokens->is(at - 1, "{") || tokens->is(at - 1, "}"));
        if (!drops_result || !tokens->is(at + 1, "(") || !tokens->is(at + 2, "&") ||
            !tokens->is(at + 4, "["))
            continue;
        const std::size_t length = tokens->closing(at + 4) + 1 - (at + 3);
        const std::string element = tokens->spelling({at + 3, at + 3 + length});
        const std::string function = flow_to(*tokens, at).function;
        for (std::size_t k = at; k + length <= tokens->size(); ++k)
            if ((*tokens)[k].line == read.line && tokens->spelling({k, k + length}) == element &&
                flow_to(*tokens, k).function == function)
                return element;
    }
    return {};
}

}  // namespace

std::string result_not_used(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const bool self_adds = f.self.op == Op::atomic;
    if ((self_adds ? f.other->op : f.self.op) != Op::read) return {};
    const Place& atomic = self_adds ? settled.self : *settled.other;
    const Place& read = self_adds ? *settled.other : settled.self;
    const std::string element = element_read_back(atomic, read);
    if (element.empty()) return {};
    return fmt::format(
        "between the two other threads add, too. Where the thread is to know what its own addition "
        "has found there, that is what the atomic returns: use that in place of `{}` on line {}. "
        "Where it is to see what all have added, put a __syncthreads() between the two, or, where "
        "other blocks add, read in a launch of its own.",
        element, read.line);
}

}  // namespace cusim::report
