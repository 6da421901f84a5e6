// See functions.hpp. Doubts are collected last: every token that has a function's name and is not
// one of the declarations found makes that name unclear if it might declare something else.
#include "simulator/simcc/translator/functions.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace cusim::simcc {
namespace {

bool has_methods(const Token& token) {
    return token.is("struct") || token.is("class") || token.is("union");
}

}  // namespace

std::size_t class_key_of(const Context& context, std::size_t brace) {
    for (std::size_t k = brace; k-- > 0;) {
        const Token& token = context.token(k);
        if (has_methods(token)) return k;
        if (token.is(";") || token.is("{") || token.is("}") || token.is(")")) break;
    }
    return none;
}

namespace {

/// A name after a type, where functions can be declared: `float f(`, `float& f(`, `T<int> f(`.
bool may_declare(const Context& context, std::size_t i) {
    const Token& before = context.token(i - 1);
    const bool typed = before.kind == TokenKind::identifier || before.is("*") || before.is("&") ||
                       before.is(">") || before.is("::");
    if (!typed) return false;
    const std::size_t brace = context.brackets.enclosing_brace(i);
    return context.at_namespace_scope(i) || (brace != none && class_key_of(context, brace) != none);
}

// ---- Classes ---------------------------------------------------------------------------------

/// Words that may precede a class's name used as a type.
bool may_precede_type(const Token& token) {
    constexpr std::array<std::string_view, 14> words = {
        "const",  "volatile", "static", "constexpr",  "extern",     "inline",   "new",
        "return", "struct",   "class",  "__shared__", "__device__", "__host__", "__constant__"};
    return token.kind != TokenKind::identifier ||
           std::find(words.begin(), words.end(), token.text) != words.end();
}

/// Whether the class's name at `i`, outside its definition, might mean another class.
bool means_another(const Context& context, std::size_t i) {
    if (!context.from_user(context.token(i))) return true;
    if (i == 0) return false;
    const Token& before = context.token(i - 1);
    if (before.is("}") && context.is(i + 1, ";")) return true;  // typedef struct { … } S;
    if (context.is(i + 1, "::"))                                // int S::f()
        return before.is("using") || before.is("typename") || before.is("namespace");
    if (!may_precede_type(before)) return true;
    return has_methods(before) && !context.is(i + 1, ";");  // template <class S>, again defined
}

void find_classes(const Context& context, std::vector<Class>& classes) {
    const auto& tokens = context.source.tokens;
    std::map<std::string_view, std::size_t> found;  // brace by name
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
        if (!tokens[i].is("struct") && !tokens[i].is("class")) continue;
        const std::size_t brace = context.is(i + 2, "final") ? i + 3 : i + 2;
        if (tokens[i + 1].kind != TokenKind::identifier || !context.is(brace, "{")) continue;
        if (!context.from_user(tokens[i]) || !context.at_namespace_scope(i)) continue;
        const bool plain = i == 0 || (!context.is(i - 1, ">") && !context.is(i - 1, "typedef") &&
                                      !context.is(i - 1, "enum"));
        if (plain && context.brackets.partner(brace) != none)
            found.emplace(tokens[i + 1].text, brace);
    }
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto known = found.find(tokens[i].text);
        if (known == found.end() || tokens[i].kind != TokenKind::identifier) continue;
        const bool definition = known->second == i + 1 || known->second == i + 2;
        if (!definition && means_another(context, i)) found.erase(known);
    }
    for (const auto& [name, brace] : found)
        classes.push_back({.name = name, .brace = brace, .methods = {}});
}

// ---- Functions -------------------------------------------------------------------------------

bool in_nameless_namespace(const Context& context, std::size_t i) {
    for (std::size_t brace = context.brackets.enclosing_brace(i); brace != none;
         brace = context.brackets.enclosing_brace(brace))
        if (brace > 0 && context.is(brace - 1, "namespace")) return true;
    return false;
}

/// Within a class template, or a class that is not at namespace scope.
bool in_doubtful_class(const Context& context, std::size_t i) {
    const std::size_t brace = context.brackets.enclosing_brace(i);
    if (brace == none || context.at_namespace_scope(i)) return false;
    const std::size_t key = class_key_of(context, brace);
    return key == none || !context.at_namespace_scope(key) || (key > 0 && context.is(key - 1, ">"));
}

std::size_t owner_of(const Context& context, const Declaration& function,
                     const std::vector<Class>& classes) {
    const bool outside = function.name >= 2 && context.is(function.name - 1, "::");
    const std::size_t brace = context.brackets.enclosing_brace(function.begin);
    for (std::size_t k = 0; k < classes.size(); ++k)
        if (outside ? context.is(function.name - 2, classes[k].name) : brace == classes[k].brace)
            return k;
    return none;
}

Function judge(const Context& context, const Declaration& declaration,
               const std::vector<Class>& classes) {
    const TokenRange head = {declaration.specifiers, declaration.parameters.end};
    const auto says = [&](std::string_view word) { return contains(context.source, head, word); };
    Function function;
    function.declaration = declaration;
    function.kernel = says("__global__");
    function.device = says("__device__") || function.kernel;
    function.host = says("__host__") || !function.device;
    const bool qualified = context.is(declaration.name - 1, "::");
    const bool in_class = !context.at_namespace_scope(declaration.begin);
    function.member = qualified || in_class;
    function.owner = owner_of(context, declaration, classes);
    function.conditional =
        declaration.is_template() || contains(context.source, declaration.parameters, "auto") ||
        says("constexpr") || says("consteval") || says("friend") ||
        in_doubtful_class(context, declaration.begin) ||
        (qualified && (context.is(declaration.name - 2, ">") || function.owner == none));
    function.unclear =
        function.kernel || says("constexpr") || says("consteval") || says("friend") ||
        says("operator") ||
        (declaration.body == none &&
         contains(context.source, {declaration.parameters.end, declaration.end}, "="));
    function.internal = in_class || says("inline") || says("__inline__") || says("__inline") ||
                        says("__forceinline__") || says("static") || says("constexpr") ||
                        in_nameless_namespace(context, declaration.begin);
    return function;
}

/// Functions without a CUDA qualifier.
std::vector<Declaration> unqualified_functions(const Context& context) {
    std::vector<Declaration> functions;
    for (std::size_t i = 1; i < context.source.tokens.size(); ++i) {
        const Token& token = context.token(i);
        if (token.kind != TokenKind::identifier || !context.is(i + 1, "(")) continue;
        if (!context.from_user(token) || !may_declare(context, i)) continue;
        const Declaration found = read_declaration(context.source, context.brackets, i);
        if (found.kind != DeclarationKind::function || found.name != i) continue;
        bool qualified = false;
        for (std::size_t k = found.specifiers; k < found.parameters.end; ++k)
            qualified |= is_cuda_qualifier(context.token(k).text);
        if (!qualified) functions.push_back(found);
    }
    return functions;
}

void add(Overloads& overloads, const Function& function, std::size_t index) {
    overloads.host |= function.host;
    overloads.device |= function.device;
    overloads.unclear |= function.unclear;
    if (function.declaration.body != none) overloads.definitions.push_back(index);
}

void enter(const Context& context, Functions& functions) {
    for (std::size_t k = 0; k < functions.all.size(); ++k) {
        const Function& function = functions.all[k];
        const std::string_view name = context.token(function.declaration.name).text;
        if (function.owner != none)
            add(functions.classes[function.owner].methods[name], function, k);
        Overloads& overloads = functions.names[name];
        add(overloads, function, k);
        overloads.unclear |= function.member;
    }
}

// ---- Doubts ----------------------------------------------------------------------------------

bool is_parameter(const Context& context, std::size_t i) {
    for (std::size_t k = i; k-- > 0;) {
        if (context.is(k, ";") || context.is(k, "{") || context.is(k, "}")) return false;
        if (context.is(k, "(")) return !context.is(i + 1, ")") || k + 1 != i;  // int (f)(int);
        if (context.brackets.is_closer(k)) k = context.brackets.partner(k);
        if (k == none) return false;
    }
    return false;
}

/// Whether the token may declare a function in a header: at namespace scope, or as a friend, which
/// is found there, too.
bool header_may_declare(const Context& context, std::size_t i) {
    if (context.at_namespace_scope(i)) return !is_parameter(context, i);
    for (std::size_t k = i; k-- > 0 && !context.is(k, ";") && !context.is(k, "{");)
        if (context.is(k, "friend")) return true;
    return false;
}

/// A header may have an overload. A name at namespace scope, or between the members of a class, may
/// be in a declaration that was not understood.
void doubt(const Context& context, Functions& functions) {
    std::set<std::size_t> declared;
    for (const Function& function : functions.all) declared.insert(function.declaration.name);
    const auto& tokens = context.source.tokens;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto known = functions.names.find(tokens[i].text);
        if (known == functions.names.end() || tokens[i].kind != TokenKind::identifier) continue;
        const bool foreign = !context.from_user(tokens[i]);
        known->second.in_headers |= foreign;
        if (declared.contains(i) || known->second.unclear) continue;
        known->second.unclear =
            foreign ? header_may_declare(context, i) : context.at_namespace_scope(i);
    }
    for (Class& owner : functions.classes)
        for (std::size_t i = owner.brace + 1; i < context.brackets.partner(owner.brace); ++i) {
            const auto known = owner.methods.find(tokens[i].text);
            if (known != owner.methods.end() && !declared.contains(i) &&
                context.brackets.enclosing_brace(i) == owner.brace)
                known->second.unclear = true;
        }
}

}  // namespace

Functions find_functions(const Context& context) {
    Functions functions;
    find_classes(context, functions.classes);
    for (const Declaration& declaration : context.declarations)
        if (declaration.kind == DeclarationKind::function && declaration.name != none)
            functions.all.push_back(judge(context, declaration, functions.classes));
    for (const Declaration& declaration : unqualified_functions(context))
        functions.all.push_back(judge(context, declaration, functions.classes));
    enter(context, functions);
    doubt(context, functions);
    return functions;
}

}  // namespace cusim::simcc
