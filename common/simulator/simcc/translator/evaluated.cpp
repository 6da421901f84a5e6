#include "simulator/simcc/translator/evaluated.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace cusim::simcc {

std::size_t opener(const Context& context, std::size_t i, std::size_t begin) {
    while (i-- > begin) {
        if (context.brackets.is_opener(i)) return i;
        if (!context.brackets.is_closer(i)) continue;
        i = context.brackets.partner(i);
        if (i == none) break;
    }
    return none;
}

namespace {

/// The brace of a lambda, a class or a requirement, not of a statement. nvcc examines lambdas of
/// the host, whether they are called or not, unless they are templates.
bool opens_other_code(const Context& context, std::size_t brace, bool on_device) {
    std::size_t k = brace;
    while (k > 0 && (context.token(k - 1).kind == TokenKind::identifier ||
                     context.is(k - 1, "::") || context.is(k - 1, "->") || context.is(k - 1, "*") ||
                     context.is(k - 1, "&") || context.is(k - 1, ":") || context.is(k - 1, ","))) {
        --k;
        if (context.is(k, "struct") || context.is(k, "class") || context.is(k, "union") ||
            context.is(k, "requires"))
            return true;
    }
    if (k == 0) return false;
    if (context.is(k - 1, "]")) return true;
    if (!context.is(k - 1, ")")) return false;
    const std::size_t open = context.brackets.partner(k - 1);
    if (open == none || open == 0) return false;
    std::size_t before = open - 1;
    while (before > 0 && is_cuda_qualifier(context.token(before).text)) --before;
    const bool plain_lambda = context.is(before, "]") && before == open - 1 &&
                              !contains(context.source, {open, brace}, "auto");
    if (plain_lambda && !on_device) return false;
    return context.is(before, "]") || context.is(before, "requires");
}

}  // namespace

bool is_evaluated(const Context& context, std::size_t i, const Function& caller) {
    constexpr std::array<std::string_view, 11> unevaluated = {
        "decltype", "sizeof",   "noexcept",   "static_assert",        "typeid",  "alignof",
        "typeof",   "__typeof", "__typeof__", "__builtin_constant_p", "requires"};
    const std::size_t begin = caller.declaration.body;
    for (std::size_t open = opener(context, i, begin); open != none;
         open = opener(context, open, begin)) {
        if (context.is(open, "(") &&
            std::ranges::count(unevaluated, context.token(open - 1).text) > 0)
            return false;
        if (context.is(open, "{") && open != begin &&
            opens_other_code(context, open, caller.device))
            return false;
    }
    return true;
}

bool may_be_left_out(const Context& context, std::size_t i) {
    while (i-- > 0 && !context.is(i, ";") && !context.is(i, "{") && !context.is(i, "}"))
        if (context.is(i, "?") || context.is(i, "&&") || context.is(i, "||")) return true;
    return false;
}

bool chooses_at_compile_time(const Context& context, const Function& function) {
    const TokenRange body = {function.declaration.body, function.declaration.end};
    for (std::size_t i = body.begin; i + 1 < body.end; ++i)
        if ((context.is(i, "if") && (context.is(i + 1, "constexpr") ||
                                     context.is(i + 1, "consteval") || context.is(i + 1, "!"))) ||
            context.is(i, "requires"))
            return true;
    return false;
}

}  // namespace cusim::simcc
