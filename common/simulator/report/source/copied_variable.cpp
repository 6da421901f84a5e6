#include "simulator/report/source/copied_variable.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {
namespace {

constexpr std::array<std::string_view, 4> copy_calls{"cudaMemcpy", "cudaMemcpyAsync",
                                                     "cudaMemcpyToSymbol", "cudaMemcpyFromSymbol"};
constexpr std::array<std::string_view, 4> sized_calls{"cudaMemcpy", "cudaMemcpyAsync", "cudaMemset",
                                                      "cudaMemsetAsync"};

// The bracket of the only such call on the line; size() if there is none, or several.
std::size_t only_call(const SourceTokens& tokens, int line,
                      const std::array<std::string_view, 4>& calls) {
    std::size_t found = tokens.size();
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
        if (std::ranges::count(calls, tokens[at].text) == 0 || !tokens.is(at + 1, "(")) continue;
        const std::size_t close = tokens.closing(at + 1);
        if (close == tokens.size() || line < tokens[at].line || tokens[close].line < line) continue;
        if (found != tokens.size()) return tokens.size();
        found = at + 1;
    }
    return found;
}

enum class Declared { not_here, as_pointer, as_vector, otherwise };

bool is_one_of(const SourceTokens& tokens, std::size_t at,
               std::initializer_list<std::string_view> spellings) {
    return std::ranges::any_of(spellings, [&](std::string_view one) { return tokens.is(at, one); });
}

// Whether a `>` closes the argument of `vector<…>`.
bool closes_vector(const SourceTokens& tokens, std::size_t close) {
    int depth = 0;
    for (std::size_t at = close + 1; at-- > 1;) {
        depth += int{tokens.is(at, ">")} - int{tokens.is(at, "<")};
        if (is_one_of(tokens, at, {";", "{", "}", "("})) return false;
        if (depth == 0) return tokens.is(at - 1, "vector");
    }
    return false;
}

// What the tokens before a name say of it, if they are those of a declaration.
Declared declared_at(const SourceTokens& tokens, std::size_t name) {
    if (!is_one_of(tokens, name + 1, {",", ")", ";", "=", "{", "("})) return Declared::not_here;
    std::size_t type = name - 1;
    while (type > 1 && is_one_of(tokens, type, {"const", "__restrict__", "__restrict"})) --type;
    if (tokens.is(type, "*") && tokens[type - 1].is_name() && type > 1 &&
        is_one_of(tokens, type - 2, {"const", "(", ",", ";", "{", "}", ":"}))
        return Declared::as_pointer;
    if (tokens.is(type, "&") || tokens.is(type, "&&")) --type;
    if (tokens.is(type, ">"))
        return closes_vector(tokens, type) ? Declared::as_vector : Declared::otherwise;
    const bool follows_type =
        tokens[type].is_name() && !is_one_of(tokens, type, {"return", "sizeof"});
    return follows_type ? Declared::otherwise : Declared::not_here;
}

// The declaration in the span; `otherwise` if there are several that differ.
Declared declared_in(const SourceTokens& tokens, TokenSpan span, std::string_view name) {
    Declared found = Declared::not_here;
    for (std::size_t at = std::max<std::size_t>(span.begin, 2); at < span.end; ++at) {
        const bool is_member = tokens.is(at - 1, ".") || tokens.is(at - 1, "->");
        if (!tokens.is(at, name) || is_member) continue;
        const Declared here = declared_at(tokens, at);
        if (here == Declared::not_here || here == found) continue;
        // `n * y` looks like a declaration, too, but comes behind it.
        if (found == Declared::as_vector && here == Declared::as_pointer) continue;
        if (found != Declared::not_here) return Declared::otherwise;
        found = here;
    }
    return found;
}

}  // namespace

std::optional<CopiedVariable> copied_variable(const SourceTokens& tokens, int line, CopyEnd end) {
    const std::size_t open = only_call(tokens, line, copy_calls);
    if (open == tokens.size()) return std::nullopt;
    const auto arguments = tokens.arguments(open);
    const std::size_t which = end == CopyEnd::target ? 0 : 1;
    if (arguments.size() < 3) return std::nullopt;
    const TokenSpan argument = arguments[which];
    if (argument.end - argument.begin != 2 || !tokens.is(argument.begin, "&") ||
        !tokens[argument.begin + 1].is_name())
        return std::nullopt;
    const std::string_view name = tokens[argument.begin + 1].text;
    const Flow flow = flow_to(tokens, open);
    if (flow.function.empty()) return std::nullopt;
    // Elsewhere in the file, others may have the same name.
    const Declared declared = declared_in(tokens, {flow.parameters.begin, flow.body.end}, name);
    if (declared != Declared::as_pointer && declared != Declared::as_vector) return std::nullopt;
    return CopiedVariable{std::string(name), declared == Declared::as_vector};
}

std::optional<std::string> pointer_of_size(const SourceTokens& tokens, int line) {
    const std::size_t open = only_call(tokens, line, sized_calls);
    if (open == tokens.size()) return std::nullopt;
    const auto arguments = tokens.arguments(open);
    if (arguments.size() < 3 || !tokens.is(arguments[2].begin, "sizeof")) return std::nullopt;
    const TokenSpan size = arguments[2];
    const bool in_brackets = size.end - size.begin == 4 && tokens.is(size.begin + 1, "(");
    if (!in_brackets && size.end - size.begin != 2) return std::nullopt;
    const std::string_view name = tokens[size.begin + 1 + in_brackets].text;
    const auto is_it = [&](TokenSpan argument) {
        return argument.end - argument.begin == 1 && tokens.is(argument.begin, name);
    };
    if (!is_it(arguments[0]) && !is_it(arguments[1])) return std::nullopt;
    const Flow flow = flow_to(tokens, open);
    if (flow.function.empty() ||
        declared_in(tokens, {flow.parameters.begin, flow.body.end}, name) != Declared::as_pointer)
        return std::nullopt;
    return std::string(name);
}

}  // namespace cusim::report
