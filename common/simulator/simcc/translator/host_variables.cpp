#include "simulator/simcc/translator/host_variables.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "simulator/simcc/translator/evaluated.hpp"

namespace cusim::simcc {
namespace {

/// Declarations with these words declare no variable, or none of the host.
constexpr std::array<std::string_view, 10> other_words = {
    "typedef", "using", "namespace", "operator", "concept",
    "friend",  "enum",  "struct",    "class",    "union"};

/// As in `float x`, `float *x`, `vector<float> x` and `float a, x`.
bool follows_type(const Context& context, std::size_t i) {
    const Token& before = context.token(i - 1);
    return before.kind == TokenKind::identifier || before.is("*") || before.is("&") ||
           before.is(">") || before.is(",");
}

bool may_be_declared_at(const Context& context, std::size_t i) {
    if (context.token(i).kind != TokenKind::identifier || !follows_type(context, i)) return false;
    return context.is(i + 1, "[") || context.is(i + 1, "=") || context.is(i + 1, ";") ||
           context.is(i + 1, "{") || context.is(i + 1, ",");
}

bool is_host_variable(const Context& context, const Declaration& found) {
    if (found.kind != DeclarationKind::variable || found.is_template()) return false;
    for (std::size_t k = found.specifiers; k < found.type.end; ++k) {
        const std::string_view word = context.token(k).text;
        if (is_cuda_qualifier(word) || std::ranges::count(other_words, word)) return false;
    }
    return true;
}

bool is_constant(const Context& context, const Declaration& found, const Declarator& declarator) {
    if (contains(context.source, found.type, "constexpr")) return true;
    std::size_t star = none;
    for (std::size_t k = declarator.tokens.begin; k < declarator.name; ++k)
        if (context.is(k, "*")) star = k;
    const TokenRange own = star == none ? found.type : TokenRange{star, declarator.name};
    return contains(context.source, own, "const");
}

/// The declarator of a variable of the host that is named at `i`, and that device code cannot use.
void enter(const Context& context, const Declaration& found, std::size_t i,
           HostVariables& variables, std::set<std::size_t>& declared) {
    const auto declarator = std::ranges::find(found.declarators, i, &Declarator::name);
    if (declarator == found.declarators.end()) return;
    if (contains(context.source, declarator->tokens, "&") ||
        contains(context.source, declarator->tokens, "("))
        return;
    const bool array = contains(context.source, declarator->tokens, "[");
    const bool constant = is_constant(context, found, *declarator);
    if (constant && !array) return;
    const auto [known, is_new] = variables.try_emplace(context.token(i).text);
    if (is_new) known->second.constant = constant;
    if (known->second.constant == constant) declared.insert(i);
}

bool in_parentheses(const Context& context, std::size_t i) {
    const std::size_t open = opener(context, i, i - std::min(i, longest_guess));
    return open != none && context.is(open, "(");
}

/// Drops each name that may have another meaning at namespace scope, and notes members.
void doubt(const Context& context, const std::set<std::size_t>& declared,
           HostVariables& variables) {
    for (std::size_t i = 1; i < context.source.tokens.size(); ++i) {
        const auto known = variables.find(context.token(i).text);
        if (known == variables.end() || context.token(i).kind != TokenKind::identifier) continue;
        const std::size_t brace = context.brackets.enclosing_brace(i);
        known->second.names_member |= brace != none && class_key_of(context, brace) != none;
        if (declared.contains(i) || !context.at_namespace_scope(i)) continue;
        if (follows_type(context, i) && !in_parentheses(context, i)) variables.erase(known);
    }
}

/// The brace of the class whose name is at `i`, behind its bases; `none` where it is only declared.
std::size_t body_of_class(const Context& context, std::size_t i) {
    for (std::size_t k = i + 1; k < context.source.tokens.size(); ++k) {
        if (context.is(k, "{")) return context.brackets.partner(k) == none ? none : k;
        const bool in_head = k > i + 1 || context.is(k, "final") || context.is(k, ":");
        if (!in_head || context.is(k, ";") || context.is(k, "(")) return none;
    }
    return none;
}

bool names_class(const Context& context, std::size_t i) {
    return context.is(i - 1, "struct") || context.is(i - 1, "class");
}

/// Whether the name of a class template at `i` may mean something else, or is that of a
/// specialisation.
bool is_doubtful(const Context& context, std::size_t i) {
    if (!context.from_user(context.token(i))) return true;
    if (names_class(context, i)) return !context.is(i + 1, ";");
    return context.is(i - 1, "typename") || context.is(i - 1, "using") || context.is(i + 1, "=");
}

}  // namespace

std::map<std::string_view, std::set<std::string_view>> find_members_of_templates(
    const Context& context) {
    const auto& tokens = context.source.tokens;
    std::map<std::string_view, std::size_t> braces;
    std::set<std::size_t> definitions;
    for (std::size_t i = 2; i < tokens.size(); ++i) {
        if (!names_class(context, i) || !context.is(i - 2, ">")) continue;
        if (!context.from_user(tokens[i]) || !context.at_namespace_scope(i)) continue;
        const std::size_t brace = body_of_class(context, i);
        if (brace != none && braces.emplace(tokens[i].text, brace).second) definitions.insert(i);
    }
    for (std::size_t i = 1; i < tokens.size() && !braces.empty(); ++i) {
        const auto known = braces.find(tokens[i].text);
        if (known != braces.end() && !definitions.contains(i) && is_doubtful(context, i))
            braces.erase(known);
    }
    std::map<std::string_view, std::set<std::string_view>> members;
    for (const auto& [name, brace] : braces)
        members[name] = find_host_members(context, {.name = name, .brace = brace, .methods = {}});
    return members;
}

HostVariables find_host_variables(const Context& context) {
    HostVariables variables;
    std::set<std::size_t> declared;
    for (std::size_t i = 1; i < context.source.tokens.size(); ++i) {
        if (!may_be_declared_at(context, i) || !context.from_user(context.token(i)) ||
            !context.at_namespace_scope(i))
            continue;
        const Declaration found = read_declaration(context.source, context.brackets, i);
        if (is_host_variable(context, found)) enter(context, found, i, variables, declared);
    }
    if (!variables.empty()) doubt(context, declared, variables);
    return variables;
}

std::set<std::string_view> find_host_members(const Context& context, const Class& of) {
    std::set<std::string_view> members;
    for (std::size_t i = of.brace + 1; i < context.brackets.partner(of.brace); ++i) {
        if (!context.is(i, "static") || context.brackets.enclosing_brace(i) != of.brace) continue;
        const Declaration found = read_declaration(context.source, context.brackets, i);
        if (!is_host_variable(context, found)) continue;
        for (const Declarator& declarator : found.declarators)
            if (!is_constant(context, found, declarator) &&
                !contains(context.source, declarator.tokens, "&") &&
                !contains(context.source, declarator.tokens, "("))
                members.insert(context.token(declarator.name).text);
    }
    return members;
}

}  // namespace cusim::simcc
