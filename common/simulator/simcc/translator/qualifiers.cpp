// Removes qualifiers that only say where code runs, and replaces those for which g++ has another
// word.
//
// [[noreturn]] goes, too: where such a function returned all the same, control would run into
// whatever code comes next, without the hooks that belong before it.
//
// __restrict__ is known to g++. Inside __attribute__((…)), the words belong to system headers.
#include <algorithm>
#include <array>

#include "simulator/simcc/tokens/words.hpp"
#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

constexpr std::array<std::string_view, 8> dropped = {
    "__global__",   "__device__",  "__host__",          "__shared__",
    "__constant__", "__managed__", "__grid_constant__", "__inline_hint__"};

constexpr std::array<std::string_view, 3> dropped_with_arguments = {
    "__launch_bounds__", "__maxnreg__", "__cluster_dims__"};

bool is_inline(const Token& token) {
    return token.is("inline") || token.is("__inline__") || token.is("__inline") ||
           token.is("__forceinline__");
}

/// Whether the specifiers around `at` already say inline, which g++ accepts only once.
bool inline_elsewhere(const Context& context, std::size_t at) {
    const auto part_of_specifiers = [&](std::size_t i) {
        const Token& token = context.token(i);
        return token.kind == TokenKind::identifier || token.kind == TokenKind::string ||
               token.is("*") || token.is("&") || token.is("::");
    };
    constexpr std::size_t far = 32;
    for (std::size_t i = at; i-- > 0 && at - i < far && part_of_specifiers(i);) {
        if (is_inline(context.token(i))) return true;
    }
    const std::size_t end = std::min(at + far, context.source.tokens.size());
    for (std::size_t i = at + 1; i < end && part_of_specifiers(i); ++i) {
        if (is_inline(context.token(i)) && !context.is(i, "__forceinline__")) return true;
    }
    return false;
}

/// __align__(n) becomes __attribute__((aligned(n))).
void respell_alignment(Context& context, std::size_t at) {
    const std::size_t close = context.is(at + 1, "(") ? context.brackets.partner(at + 1) : none;
    if (close == none) return;
    context.edits.replace(at, "__attribute__((aligned");
    context.edits.insert_after(close, {{"))", {}}});
}

/// In [[noreturn]], also as one of several attributes, which may have arguments.
bool is_attribute(const Context& context, std::size_t at) {
    while (at > 1 && !context.is(at, "[")) {
        if (context.is(at, ";") || context.is(at, "{") || context.is(at, "}")) return false;
        --at;
        if (context.is(at, ")") || context.is(at, "]")) at = context.brackets.partner(at);
        if (at == none) return false;
    }
    return at > 0 && context.is(at - 1, "[");
}

}  // namespace

void translate_qualifiers(Context& context) {
    const auto& tokens = context.source.tokens;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        if (token.is("noreturn") && context.from_user(token) && is_attribute(context, i))
            context.edits.erase(i);
        if (token.kind != TokenKind::identifier || !token.text.starts_with("__")) continue;
        const bool arguments = context.is(i + 1, "(") && context.brackets.partner(i + 1) != none;
        if (token.is("__attribute__") && arguments) {
            i = context.brackets.partner(i + 1);
        } else if (token.is("__global__") && context.options.module) {
            // Of a module's functions, only these are exported.
            context.edits.replace(i, "__attribute__((visibility(\"default\")))");
        } else if (among(dropped, token.text)) {
            context.edits.erase(i);
        } else if (among(dropped_with_arguments, token.text) && arguments) {
            context.edits.erase({i, context.brackets.partner(i + 1) + 1});
            i = context.brackets.partner(i + 1);
        } else if (token.is("__forceinline__")) {
            context.edits.replace(i, inline_elsewhere(context, i) ? "" : "inline");
        } else if (token.is("__noinline__")) {
            context.edits.replace(i, "__attribute__((noinline))");
        } else if (token.is("__align__") || token.is("__builtin_align__")) {
            respell_alignment(context, i);
        }
    }
}

}  // namespace cusim::simcc
