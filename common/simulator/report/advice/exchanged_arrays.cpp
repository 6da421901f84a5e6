#include "simulator/report/advice/exchanged_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "simulator/report/source/line_reading.hpp"
#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {
namespace {

// Whether the function uses the array in `array[…] = …` only.
bool only_stores_to(const SourceTokens& tokens, TokenSpan body, std::string_view array) {
    bool stores = false;
    for (std::size_t at = body.begin; at < body.end; ++at) {
        if (!tokens.is(at, array)) continue;
        if (!tokens.is(at + 1, "[") || !tokens.is(tokens.closing(at + 1) + 1, "=")) return false;
        stores = true;
    }
    return stores;
}

// Whether the name is that of a parameter `const float *name`.
bool is_input(const IndexReading& reading, std::string_view name) {
    const TokenSpan all = reading.flow.parameters;
    for (std::size_t at = all.begin + 3; at < all.end; ++at)
        if (reading.tokens->is(at, name)) {
            std::size_t type = at - 1;
            while (type > all.begin && !reading.tokens->is(type, ",") &&
                   !reading.tokens->is(type, "const"))
                --type;
            return reading.tokens->is(type, "const") && reading.tokens->is(type + 2, "*");
        }
    return false;
}

}  // namespace

std::string exchanged_arrays(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || f.self.host || f.variable.empty() || !f.stored || f.stored->count != 0)
        return {};
    const Flow function = flow_to_line(*tokens, settled.self.line);
    if (function.function != settled.recorded.kernel) return {};
    const Pointer* found = nullptr;
    for (const Pointer& pointer : settled.recorded.pointers) {
        if (pointer.name == f.variable || !pointer.is_copied ||
            pointer.bytes != f.elements * f.element_size ||
            !only_stores_to(*tokens, function.body, pointer.name))
            continue;
        if (found) return {};
        found = &pointer;
    }
    if (!found) return {};
    return fmt::format(
        " {0} has the same size and holds what was copied there, and {1} only stores to it: are "
        "{2} and {0} exchanged in a call?",
        found->name, settled.recorded.kernel, f.variable);
}

std::string array_of_size(const IndexReading& reading, const Finding& finding, long elements) {
    const Pointer* found = nullptr;
    if (!is_input(reading, finding.variable)) return {};
    for (const Pointer& pointer : reading.pointers) {
        if (pointer.name == finding.variable || !is_input(reading, pointer.name) ||
            pointer.bytes != elements * finding.element_size)
            continue;
        if (found) return {};
        found = &pointer;
    }
    if (!found) return {};
    return fmt::format(
        ". That needs {0} elements, as many as {1} has: are {2} and {1} exchanged in a call?",
        elements, found->name, finding.variable);
}

std::optional<std::string> index_of_another_array(const IndexReading& reading,
                                                  const Finding& finding) {
    if (finding.self.host || reading.call || reading.rest != 0 || reading.terms.size() != 2 ||
        *finding.index < finding.elements)
        return std::nullopt;
    const IndexTerm &row = reading.terms[0], &column = reading.terms[1];
    if (row.slope != finding.elements || column.slope != 1 || !row.value || *row.value < 1 ||
        !column.value || *column.value < 0 || *column.value >= finding.elements)
        return std::nullopt;
    const SourceTokens& tokens = *reading.tokens;
    const std::string written = reading.spelled(reading.subscript);
    for (const TokenSpan other : subscripts_on(tokens, tokens[reading.subscript.begin].line, "")) {
        if (tokens.spelling(other) != written) continue;
        for (const Pointer& pointer : reading.pointers)
            if (tokens.is(other.begin - 2, pointer.name) && pointer.name != finding.variable &&
                pointer.bytes > *finding.index * finding.element_size)
                return fmt::format(
                    "`{0}` is an index of {1} on the same line, which has room for it: {2} has {3} "
                    "elements, as many as `{4}` is multiplied by, and `{2}[{5}]` fits, where no "
                    "other array is meant.",
                    written, pointer.name, finding.variable, finding.elements, row.name,
                    column.name);
    }
    return std::nullopt;
}

}  // namespace cusim::report
