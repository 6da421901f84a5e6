// Calls from the wrong side: a function of the host called from device code, and the other way
// round. g++ would compile both; nvcc refuses them, and on a device neither could work.
//
// Told from names alone, so only where there is no doubt: all functions of that name are the file's
// own, at namespace scope and of the wrong side, and the name means nothing else in the caller.
#include <map>
#include <string>

#include "simulator/simcc/passes.hpp"

namespace cusim::simcc {
namespace {

// What is known of the functions of one name.
struct Sides {
    bool host = false;
    bool device = false;
    bool unclear = false;  // also a kernel, a member, constexpr, or somebody else's
};
using Names = std::map<std::string_view, Sides>;

struct Caller {
    TokenRange parameters, body;
    bool device = false;
};

TokenRange head_of(const Declaration& function) {
    return {function.specifiers, function.parameters.end};
}

void note(const Context& context, const Declaration& function, Names& names,
          std::vector<Caller>& callers) {
    const auto says = [&](std::string_view word) {
        return contains(context.source, head_of(function), word);
    };
    const bool kernel = says("__global__");
    const bool device = says("__device__") || kernel, host = says("__host__") || !device;
    const bool member =
        !context.at_namespace_scope(function.begin) || context.is(function.name - 1, "::");
    Sides& sides = names[context.token(function.name).text];
    sides.host |= host;
    sides.device |= device;
    sides.unclear |= kernel || member || says("constexpr") || says("consteval");
    const bool both = host && device;
    if (function.body != none && !both && !member && (kernel || !function.is_template()))
        callers.push_back({function.parameters, {function.body, function.end}, device});
}

// Between a class's braces, not in a function of it.
bool in_class(const Context& context, std::size_t i) {
    const std::size_t brace = context.brackets.enclosing_brace(i);
    if (brace == none) return false;
    for (std::size_t k = brace; k-- > 0;) {
        const Token& token = context.token(k);
        if (token.is("struct") || token.is("class") || token.is("union")) return true;
        if (token.is(";") || token.is("{") || token.is("}") || token.is(")")) return false;
    }
    return false;
}

// A name behind a type, where functions are declared: `float f(`, `float& f(`, `T<int> f(`.
bool may_declare(const Context& context, std::size_t i) {
    const Token& before = context.token(i - 1);
    const bool typed = before.kind == TokenKind::identifier || before.is("*") || before.is("&") ||
                       before.is(">") || before.is("::");
    return typed && (context.at_namespace_scope(i) || in_class(context, i));
}

// Functions without a qualifier, at namespace scope. A class's own make their name unclear.
void find_host_functions(const Context& context, Names& names, std::vector<Caller>& callers) {
    for (std::size_t i = 1; i < context.source.tokens.size(); ++i) {
        const Token& token = context.token(i);
        if (token.kind != TokenKind::identifier || !context.is(i + 1, "(")) continue;
        if (!context.from_user(token) || !may_declare(context, i)) continue;
        const Declaration found = read_declaration(context.source, context.brackets, i);
        if (found.kind != DeclarationKind::function || found.name != i) continue;
        bool qualified = false;
        for (std::size_t k = found.specifiers; k < found.parameters.end; ++k)
            qualified |= is_cuda_qualifier(context.token(k).text);
        if (!qualified) note(context, found, names, callers);
    }
}

// Names that headers use too may stand for an overload of theirs.
void doubt_names_of_headers(const Context& context, Names& names) {
    for (const Token& token : context.source.tokens) {
        if (token.kind != TokenKind::identifier) continue;
        const auto known = names.find(token.text);
        if (known != names.end() && !known->second.unclear && !context.from_user(token))
            known->second.unclear = true;
    }
}

bool is_call(const Context& context, std::size_t i) {
    return context.is(i + 1, "(");
}

// Something else than a call of it: a variable, a parameter, an argument.
bool is_used_otherwise(const Context& context, std::string_view name, const Caller& caller) {
    for (const TokenRange range : {caller.parameters, caller.body})
        for (std::size_t i = range.begin; i < range.end; ++i)
            if (context.token(i).is(name) &&
                (!is_call(context, i) ||
                 (context.token(i - 1).kind == TokenKind::identifier &&
                  !context.is(i - 1, "return") && !context.is(i - 1, "else"))))
                return true;
    return false;
}

bool is_evaluated(const Context& context, std::size_t i) {
    if (i < 2 || !context.is(i - 1, "(")) return true;
    const Token& word = context.token(i - 2);
    return !word.is("decltype") && !word.is("sizeof") && !word.is("noexcept") &&
           !word.is("static_assert");
}

void check_call(Context& context, std::size_t i, const Names& names, const Caller& caller) {
    const Token& token = context.token(i);
    if (token.kind != TokenKind::identifier || !is_call(context, i)) return;
    const auto known = names.find(token.text);
    if (known == names.end() || known->second.unclear) return;
    const bool wrong = caller.device ? !known->second.device : !known->second.host;
    if (!wrong || context.is(i - 1, ".") || context.is(i - 1, "->") || context.is(i - 1, "::"))
        return;
    if (!is_evaluated(context, i) || is_used_otherwise(context, token.text, caller)) return;
    const std::string name{token.text};
    context.complain(token, Severity::error,
                     caller.device ? "device code calls " + name +
                                         ", a function of the host: put __device__ in front of it"
                                   : "the host calls " + name +
                                         ", a function of the device: put __host__ __device__ in "
                                         "front of it");
}

}  // namespace

void refuse_wrong_side(Context& context) {
    Names names;
    std::vector<Caller> callers;
    for (const Declaration& declaration : context.declarations)
        if (declaration.kind == DeclarationKind::function && declaration.name != none)
            note(context, declaration, names, callers);
    find_host_functions(context, names, callers);
    doubt_names_of_headers(context, names);
    for (const Caller& caller : callers)
        for (std::size_t i = caller.body.begin; i < caller.body.end; ++i)
            // A device lambda in host code is the device's; what it calls is looked at nowhere.
            if (caller.device || !context.in_device_code(i)) check_call(context, i, names, caller);
}

}  // namespace cusim::simcc
