#include "simulator/report/source/line_reading.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "simulator/report/source/helper_call.hpp"

namespace cusim::report {

std::vector<TokenSpan> subscripts_on(const SourceTokens& tokens, int line,
                                     const std::string& variable) {
    std::vector<TokenSpan> result;
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
        if (tokens[at].line != line || !tokens.is(at + 1, "[")) continue;
        if (variable.empty() ? !(tokens[at].is_name() || tokens.is(at, "]"))
                             : !tokens.is(at, variable))
            continue;
        const std::size_t close = tokens.closing(at + 1);
        if (!variable.empty() && tokens.is(close + 1, "[")) continue;
        result.push_back({at + 2, close});
    }
    return result;
}

bool is_own_array(const SourceTokens& tokens, const Flow& flow, std::string_view name) {
    for (std::size_t at = flow.body.begin + 1; at + 1 < flow.body.end; ++at)
        if (tokens.is(at, name) && tokens.is(at + 1, "[") && tokens[at - 1].is_name() &&
            !tokens.is(at - 1, "return"))
            return true;
    return false;
}

bool is_parameter(const SourceTokens& tokens, const Flow& flow, std::string_view name) {
    for (std::size_t at = flow.parameters.begin; at < flow.parameters.end; ++at)
        if (tokens[at].is_name() && tokens.is(at, name)) return true;
    return false;
}

namespace {

// The subscripts of a helper's parameter to which the variable is passed.
std::vector<TokenSpan> subscripts_in_helper(const Settled& settled, const SourceTokens& tokens) {
    auto all = subscripts_on(tokens, settled.self.line, "");
    std::erase_if(all, [&](const TokenSpan& subscript) {
        return name_in_kernel(tokens, flow_to(tokens, subscript.begin), settled.recorded.kernel,
                              tokens[subscript.begin - 2].text) !=
               settled.recorded.finding.variable;
    });
    return all;
}

}  // namespace

// An array without a name is the function's own, if the line has one; global memory never is.
std::vector<TokenSpan> subscripts_of(const Settled& settled, const SourceTokens& tokens) {
    const std::string& variable = settled.recorded.finding.variable;
    auto all = subscripts_on(tokens, settled.self.line, variable);
    if (!variable.empty() && all.empty()) all = subscripts_in_helper(settled, tokens);
    if (!variable.empty()) return all;
    std::vector<TokenSpan> own, others;
    for (const TokenSpan subscript : all) {
        const std::string_view name = tokens[subscript.begin - 2].text;
        const bool is_own = is_own_array(tokens, flow_to(tokens, subscript.begin), name);
        (is_own ? own : others).push_back(subscript);
    }
    const Finding& finding = settled.recorded.finding;
    const bool is_global = finding.space == Space::global && finding.address != 0;
    return own.empty() || is_global ? others : own;
}

namespace {

bool mentions(const SourceTokens& tokens, int line, std::string_view name) {
    for (std::size_t at = 0; at < tokens.size(); ++at)
        if (tokens[at].line == line && tokens.is(at, name)) return true;
    return false;
}

std::set<std::string_view> arrays_on(const Place& place) {
    std::set<std::string_view> names;
    if (const SourceTokens* const tokens = source_of(place))
        for (const TokenSpan subscript : subscripts_on(*tokens, place.line, ""))
            names.insert((*tokens)[subscript.begin - 2].text);
    return names;
}

// The name in front of the subscripts, of which the last one begins here; none gives 0.
std::size_t name_before(const SourceTokens& tokens, std::size_t bracket) {
    std::size_t at = bracket;
    while (at > 0 && tokens.is(at - 1, "]")) {
        std::size_t open = at - 1;
        while (open > 0 && !(tokens.is(open, "[") && tokens.closing(open) == at - 1)) --open;
        at = open;
    }
    return at > 0 && tokens[at - 1].is_name() ? at - 1 : 0;
}

// `(…)[i]`, or `p[i][j]` for what is no array of the function.
bool indexes_expression(const SourceTokens& tokens, int line) {
    for (std::size_t at = 1; at < tokens.size(); ++at) {
        if (tokens[at].line != line || !tokens.is(at, "[") || tokens[at - 1].is_name()) continue;
        const std::size_t name = name_before(tokens, at);
        if (name == 0 || !is_own_array(tokens, flow_to(tokens, name), tokens[name].text))
            return true;
    }
    return false;
}

// Whether `variable[…] = …` is all that the line does with the variable.
bool at_most_stores_to(const SourceTokens& tokens, int line, const std::string& variable) {
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
        if (tokens[at].line != line || !tokens.is(at, variable)) continue;
        if (!tokens.is(at + 1, "[") || !tokens.is(tokens.closing(at + 1) + 1, "=")) return false;
    }
    return true;
}

// Whether it is certain that the function does not set its arguments: the file defines it, without
// a reference among its parameters, or it is one of CUDA's.
bool takes_values(const SourceTokens& tokens, std::size_t function) {
    const std::string_view name = tokens[function].text;
    if (name.starts_with("atomic") || name.starts_with("__")) return true;
    bool is_defined = false;
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
        if (!tokens.is(at, name) || !tokens.is(at + 1, "(")) continue;
        const std::size_t close = tokens.closing(at + 1);
        if (!tokens.is(close + 1, "{")) continue;
        is_defined = true;
        for (std::size_t each = at + 2; each < close; ++each)
            if (tokens.is(each, "&")) return false;
    }
    return is_defined;
}

// The bracket of the call among whose arguments the token is; `begin` if there is none.
std::size_t call_around(const SourceTokens& tokens, std::size_t begin, std::size_t at) {
    std::size_t open = at;
    while (open > begin && !(tokens.is(open, "(") && tokens.closing(open) > at)) --open;
    return open;
}

// `swap(in, out)`, `std::swap(in, out)`, `exchange(in, out)` with parameters that are references
bool may_be_set_by_call(const SourceTokens& tokens, TokenSpan span, std::string_view name) {
    for (std::size_t at = span.begin + 1; at < span.end; ++at) {
        const bool is_argument = (tokens.is(at - 1, "(") || tokens.is(at - 1, ",")) &&
                                 (tokens.is(at + 1, ")") || tokens.is(at + 1, ","));
        if (!tokens.is(at, name) || !is_argument) continue;
        const std::size_t function = call_around(tokens, span.begin, at) - 1;
        if (function <= span.begin || tokens.is(function, "if") || tokens.is(function, "while"))
            continue;
        const bool is_call = tokens[function].is_name() || tokens.is(function, ">");
        if (is_call && !takes_values(tokens, function)) return true;
    }
    return false;
}

// `exchange(&in, &out)`
bool is_handed_by_address(const SourceTokens& tokens, TokenSpan span, std::string_view name) {
    for (std::size_t at = span.begin + 2; at < span.end; ++at)
        if (tokens.is(at, name) && tokens.is(at - 1, "&") && !tokens.is(at + 1, "[") &&
            (tokens.is(at - 2, "(") || tokens.is(at - 2, ",")))
            return true;
    return false;
}

// Whether the name means one array throughout: an array of the function, or a parameter that is
// never given another value.
bool is_one_array(const SourceTokens& tokens, const Flow& flow, std::string_view name) {
    if (is_own_array(tokens, flow, name)) return true;
    return is_parameter(tokens, flow, name) && !is_set_in(tokens, flow.body, name) &&
           !may_be_set_by_call(tokens, flow.body, name) &&
           !is_handed_by_address(tokens, flow.body, name);
}

// Whether the line reads other arrays by names of the kernel's, and uses no other pointer.
bool reads_other_arrays_only(const Settled& settled, const Place& place) {
    const SourceTokens* const tokens = source_of(place);
    const std::string& variable = settled.recorded.finding.variable;
    if (!tokens || variable.empty() || !at_most_stores_to(*tokens, place.line, variable) ||
        indexes_expression(*tokens, place.line))
        return false;
    bool reads = false;
    for (const TokenSpan subscript : subscripts_on(*tokens, place.line, "")) {
        const std::string_view name = (*tokens)[subscript.begin - 2].text;
        const Flow flow = flow_to(*tokens, subscript.begin);
        if (flow.function != settled.recorded.kernel) return false;
        if (!is_one_array(*tokens, flow, name)) return false;
        reads |= name != variable;
    }
    return reads;
}

bool is_known_array(const SourceTokens& tokens, const Settled& settled, TokenSpan subscript) {
    const Flow flow = flow_to(tokens, subscript.begin);
    return flow.function == settled.recorded.kernel &&
           is_one_array(tokens, flow, tokens[subscript.begin - 2].text);
}

// `name[…] = …`, `name[…] += …`
bool is_assigned(const SourceTokens& tokens, TokenSpan subscript) {
    const std::size_t sign = subscript.end + 1;
    return std::ranges::any_of(std::array{"=", "+=", "-=", "*=", "/=", "++", "--"},
                               [&](const char* each) { return tokens.is(sign, each); });
}

// `atomicAdd(&name[…], …)`
bool is_updated(const SourceTokens& tokens, TokenSpan subscript) {
    const std::size_t array = subscript.begin - 2;
    return array >= 3 && tokens.is(array - 1, "&") && tokens.is(array - 2, "(") &&
           tokens[array - 3].text.starts_with("atomic");
}

// Recognises `*p = …` and `atomicAdd(p, …)`, where p may point to anything.
bool stores_by_pointer(const SourceTokens& tokens, int line) {
    for (std::size_t at = 0; at + 3 < tokens.size(); ++at) {
        if (tokens[at].line != line) continue;
        if (tokens.is(at, "*") && tokens[at + 1].is_name() && tokens.is(at + 2, "=")) return true;
        const bool by_name = tokens.is(at + 2, "&") && tokens[at + 3].is_name();
        if (tokens[at].text.starts_with("atomic") && !by_name) return true;
    }
    return false;
}

}  // namespace

bool stores_elsewhere(const Settled& settled, Op op, const Place& place) {
    const SourceTokens* const tokens = source_of(place);
    const std::string& variable = settled.recorded.finding.variable;
    if (!tokens || variable.empty() || indexes_expression(*tokens, place.line) ||
        stores_by_pointer(*tokens, place.line))
        return false;
    bool stores = false;
    for (const TokenSpan subscript : subscripts_on(*tokens, place.line, "")) {
        if (!is_known_array(*tokens, settled, subscript)) return false;
        const bool is_target =
            op == Op::atomic ? is_updated(*tokens, subscript) : is_assigned(*tokens, subscript);
        if (is_target && tokens->is(subscript.begin - 2, variable)) return false;
        stores |= is_target;
    }
    return stores;
}

bool indexes_several(const Settled& settled) {
    return arrays_on(settled.self).size() > 1;
}

std::string array_on(const Place& place) {
    const auto names = arrays_on(place);
    return names.size() == 1 ? std::string(*names.begin()) : std::string{};
}

bool indexes_by_name(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    const std::string& variable = settled.recorded.finding.variable;
    return tokens && !variable.empty() &&
           !subscripts_on(*tokens, settled.self.line, variable).empty();
}

bool subtracts_in_index(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    const std::string& variable = settled.recorded.finding.variable;
    if (!tokens || variable.empty()) return false;
    const auto subscripts = subscripts_on(*tokens, settled.self.line, variable);
    if (subscripts.size() != 1) return false;
    for (std::size_t at = subscripts.front().begin; at < subscripts.front().end; ++at)
        if (tokens->is(at, "-")) return true;
    return false;
}

bool strays_into(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    const Finding& finding = settled.recorded.finding;
    if (!tokens || finding.variable.empty() || finding.space != Space::global) return false;
    const auto subscripts = subscripts_on(*tokens, settled.self.line, "");
    if (subscripts.empty()) return false;
    const Flow flow = flow_to(*tokens, subscripts.front().begin);
    if (flow.function != settled.recorded.kernel) return false;
    const bool stores_only =
        finding.self.op == Op::read && reads_other_arrays_only(settled, settled.self);
    // Any other pointer, a variable or an expression, may point into the array.
    return (stores_only || !mentions(*tokens, settled.self.line, finding.variable)) &&
           !indexes_expression(*tokens, settled.self.line) &&
           std::ranges::all_of(subscripts, [&](TokenSpan subscript) {
               return is_one_array(*tokens, flow, (*tokens)[subscript.begin - 2].text);
           });
}

bool may_have_other_name(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (f.address == 0 || settled.recorded.pointers.empty()) return true;
    return std::ranges::any_of(settled.recorded.pointers, [&](const Pointer& pointer) {
        return pointer.name != f.variable && f.address >= pointer.address &&
               f.address - pointer.address < static_cast<std::uint64_t>(pointer.bytes);
    });
}

const Place* strayed_access(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (f.kind != FindingKind::race || !f.other || !settled.other || f.space != Space::global ||
        may_have_other_name(settled))
        return nullptr;
    const auto strays = [&](const Party& party, const Place& place) {
        if (party.host || party.kernel) return false;
        if (party.op == Op::read) return reads_other_arrays_only(settled, place);
        return (party.op == Op::write || party.op == Op::atomic) &&
               stores_elsewhere(settled, party.op, place);
    };
    if (strays(f.self, settled.self)) return &settled.self;
    return strays(*f.other, *settled.other) ? &*settled.other : nullptr;
}

}  // namespace cusim::report
