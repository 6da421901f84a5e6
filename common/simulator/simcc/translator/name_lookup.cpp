#include "simulator/simcc/translator/name_lookup.hpp"

#include <algorithm>
#include <array>

#include "simulator/simcc/translator/evaluated.hpp"

namespace cusim::simcc {

std::size_t NameLookup::call_of(std::size_t i) const {
    std::size_t open = i + 1;
    if (is(open, "<")) {
        open = context_.brackets.after_template_list(open, context_.source.tokens.size());
        if (open == none) return none;
    }
    return is(open, "(") ? open : none;
}

bool NameLookup::is_used_otherwise(std::string_view name, const Function& caller) const {
    const Declaration& function = caller.declaration;
    for (const TokenRange range : {function.parameters, TokenRange{function.body, function.end}})
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (!context_.token(i).is(name) || is(i - 1, ".") || is(i - 1, "->")) continue;
            const bool named = context_.token(i - 1).kind == TokenKind::identifier &&
                               !is(i - 1, "return") && !is(i - 1, "else");
            if (call_of(i) == none || named) return true;
        }
    return false;
}

std::size_t NameLookup::class_named(std::size_t i) const {
    for (std::size_t k = 0; k < functions_.classes.size(); ++k)
        if (is(i, functions_.classes[k].name)) return k;
    return none;
}

/// What the variable's name at `i` declares there: nothing, an object of a known class, or possibly
/// something else.
NameLookup::Object NameLookup::declared_at(std::size_t i, std::size_t begin) const {
    constexpr std::array<std::string_view, 5> before_operands = {"return", "else", "case", "not",
                                                                 "do"};
    const bool accessed = is(i + 1, ".") || is(i + 1, "->");
    std::size_t type = i - 1;
    const bool indirect = is(type, "&") || is(type, "*") || is(type, "&&");
    if (indirect) --type;
    if (is(type, "const")) --type;
    if (is(i - 1, "const") && (is(type, "*") || is(type, "&"))) return {none, false, true};
    const bool typed = context_.token(type).kind == TokenKind::identifier &&
                       std::ranges::count(before_operands, context_.token(type).text) == 0;
    if (typed && class_named(type) != none && !is(i + 1, "[")) {
        const bool member = is(type - 1, "::") && class_named(type - 2) != none;
        if (!accessed && !member) return {class_named(type), is(i - 1, "*"), false};
    }
    if (accessed && (indirect || is(type, ">"))) return {};  // a * x.f()
    if (typed || (!indirect && is(type, ">"))) return {none, false, true};
    if (indirect && (is(type, ">") || is(type, "*") || is(type, "&"))) return {none, false, true};
    const std::size_t open = opener(context_, i, begin);
    const bool in_list = is(i - 1, ",") && open != none && is(open, "{") && !accessed;
    const bool bound = (is(i - 1, "[") || is(i - 1, ",")) && open != none && is(open, "[") &&
                       (is(i + 1, "=") || is(i + 1, "]") || is(i + 1, ","));
    return {none, false, in_list || bound};
}

/// The known class of the caller's variable at `i`, if the name is declared there once, and nothing
/// else has that name.
NameLookup::Object NameLookup::object_at(std::size_t i, const Function& caller) const {
    const Declaration& function = caller.declaration;
    const std::string_view name = context_.token(i).text;
    Object result;
    for (const TokenRange range : {function.parameters, TokenRange{function.body, function.end}})
        for (std::size_t k = range.begin; k < range.end; ++k) {
            if (!context_.token(k).is(name) || is(k - 1, ".") || is(k - 1, "->")) continue;
            const Object found = declared_at(k, function.parameters.begin - 1);
            if (found.doubtful || is(k - 1, "::")) return {};
            if (found.of == none) continue;
            if (result.of != none) return {};
            result = found;
        }
    return result;
}

/// The name at `i` in `= a * x`, `(p[1] * x` and `+ 2 * x`, where `a *` is no type.
bool NameLookup::is_right_operand(std::size_t i) const {
    constexpr std::array<std::string_view, 14> before_operands = {
        "=", "+=", "-=", "*=", "/=", "+", "-", "*", "/", "%", "<", "[", "?", "return"};
    const Token& left = context_.token(i - 2);
    if (left.is(")") || left.is("]") || left.kind == TokenKind::number) return true;
    if (left.kind != TokenKind::identifier) return false;
    std::size_t begin = i - 2;
    while (is(begin - 1, ".") || is(begin - 1, "->") || is(begin - 1, "::")) begin -= 2;
    return std::ranges::count(before_operands, context_.token(begin - 1).text) > 0;
}

/// The name at `i` begins a statement in which it is changed or accessed: `x = 1`, `x[0]++`.
bool NameLookup::begins_use(std::size_t i) const {
    constexpr std::array<std::string_view, 13> after_operands = {
        "=", "+=", "-=", "*=", "/=", "%=", "[", "++", "--", "|=", "&=", "<<=", ">>="};
    return std::ranges::count(after_operands, context_.token(i + 1).text) > 0;
}

/// `{a, b}`, not the braces of statements, enumerators or members.
bool NameLookup::is_list_of_values(std::size_t brace) const {
    const std::size_t end = is(brace, "{") ? context_.brackets.partner(brace) : none;
    if (end == none || contains(context_.source, {brace, end}, ";")) return false;
    return !is(brace - 1, "enum") && !is(brace - 2, "enum") && !is(brace - 3, "enum") &&
           !is(brace - 1, ")") && !is(brace - 2, ":");
}

bool NameLookup::is_use(std::size_t i, const Function& caller) const {
    constexpr std::array<std::string_view, 26> before_operands = {
        "=",  "+=", "-=", "*=", "/=", "%=", "+", "-", "/", "%",  "<",      "<=",   ">=",
        "==", "!=", "<<", ">>", "!",  "~",  "?", "|", "^", "||", "return", "case", "sizeof"};
    const Token& before = context_.token(i - 1);
    if (std::ranges::count(before_operands, before.text)) return true;
    if (before.is("(") || before.is(":")) return true;
    if (before.is("[")) return !is(i - 2, "auto") && !is(i - 2, "&") && !is(i - 2, "&&");
    if (before.is("&") && (is(i - 2, "(") || is(i - 2, ",")))  // f(&x), and not int (&x)[3]
        return !(is(i + 1, ")") && (is(i + 2, "[") || is(i + 2, "(")));
    if (before.is("&") && is(i - 2, "=")) return true;
    if (before.is("*") || before.is("&")) return is_right_operand(i);
    if (before.is(",")) {
        const std::size_t open = opener(context_, i, caller.declaration.body);
        if (open != none && is_list_of_values(open)) return true;
        return open != none && is(open, "(") && !is(open - 1, "for");
    }
    if (before.is("{") && is_list_of_values(i - 1)) return true;
    if (before.is("++") || before.is("--")) return true;
    const bool enumerates = is(i - 2, "enum") || is(i - 3, "enum") || is(i - 4, "enum");
    const bool begins =
        before.is(";") || before.is("{") || before.is("}") || before.is(")") || before.is("else");
    return begins && !enumerates && begins_use(i);
}

bool NameLookup::is_only_used(std::string_view name, const Function& caller) const {
    const Declaration& function = caller.declaration;
    for (std::size_t k = function.begin; k < function.end; ++k) {
        if (!context_.token(k).is(name) || is(k - 1, ".") || is(k - 1, "->")) continue;
        if (k < function.body || !is_use(k, caller)) return false;
    }
    return true;
}

bool NameLookup::declares_number(std::string_view name, const Function& caller) const {
    constexpr std::array<std::string_view, 10> types = {
        "int",    "unsigned", "long",    "short",    "char",
        "size_t", "uint32_t", "int32_t", "uint64_t", "auto"};
    const Declaration& function = caller.declaration;
    for (const TokenRange range : {function.parameters, TokenRange{function.body, function.end}})
        for (std::size_t k = range.begin; k < range.end; ++k) {
            if (!context_.token(k).is(name)) continue;
            if (std::ranges::count(types, context_.token(k - 1).text) == 0) continue;
            const bool constant = is(k - 2, "const") || is(k - 2, "constexpr");
            if (!constant || range.begin == function.parameters.begin) return true;
        }
    return false;
}

/// `std::array<float, 4> x`, `const std::array<T, n>& x`. Names in _t are aliases of anything.
std::string_view NameLookup::library_class_declared_at(std::size_t i) const {
    std::size_t close = i - 1;
    if (is(close, "&")) --close;
    if (is(close, "const")) --close;
    if (!is(close, ">") || is(i + 1, "[") || is(i + 1, "(")) return {};
    for (std::size_t k = close; k-- > 4 && !is(k, ";") && !is(k, "{") && !is(k, "}");) {
        if (!is(k, "<") || !is(k - 2, "::") || !is(k - 3, "std")) continue;
        if (context_.brackets.after_template_list(k, i + 1) != close + 1) continue;
        const bool nested = is(k - 4, "::") && context_.token(k - 5).kind == TokenKind::identifier;
        const std::string_view name = context_.token(k - 1).text;
        return nested || name.ends_with("_t") ? std::string_view() : name;
    }
    return {};
}

std::string_view NameLookup::library_class_at(std::size_t i, const Function& caller) const {
    const Declaration& function = caller.declaration;
    const std::string_view name = context_.token(i).text;
    std::string_view result;
    for (const TokenRange range : {function.parameters, TokenRange{function.body, function.end}})
        for (std::size_t k = range.begin; k < range.end; ++k) {
            if (!context_.token(k).is(name) || is(k - 1, ".") || is(k - 1, "->")) continue;
            const std::string_view declared = library_class_declared_at(k);
            if (declared.empty()) {
                const Object other = declared_at(k, function.parameters.begin - 1);
                if (other.doubtful || other.of != none || is(k - 1, "::")) return {};
            } else if (!result.empty()) {
                return {};
            } else {
                result = declared;
            }
        }
    return result;
}

const Overloads* NameLookup::method(std::size_t of, std::string_view name) const {
    if (of == none) return nullptr;
    const Names& methods = functions_.classes[of].methods;
    const auto found = methods.find(name);
    return found == methods.end() || found->second.unclear ? nullptr : &found->second;
}

/// `x.f(`, `p->f(`, `this->f(`
const Overloads* NameLookup::accessed(std::size_t i, const Function& caller) const {
    const std::size_t object = i - 2;
    const std::string_view name = context_.token(i).text;
    if (context_.token(object).kind != TokenKind::identifier) return nullptr;
    if (is(object, "this")) return is(i - 1, "->") ? method(caller.owner, name) : nullptr;
    if (is(object - 1, ".") || is(object - 1, "->") || is(object - 1, "::")) return nullptr;
    if (context_.token(object - 1).kind == TokenKind::identifier && !is(object - 1, "return") &&
        !is(object - 1, "else"))
        return nullptr;
    const Object found = object_at(object, caller);
    return found.pointer == is(i - 1, "->") ? method(found.of, name) : nullptr;
}

const Overloads* NameLookup::called_at(std::size_t i, const Function& caller) const {
    if (is(i - 1, ".") || is(i - 1, "->")) return accessed(i, caller);
    const std::string_view name = context_.token(i).text;
    if (is(i - 1, "::")) {
        if (is(i - 3, "::") || is(i - 3, ".") || is(i - 3, "->")) return nullptr;
        return method(class_named(i - 2), name);
    }
    if (is_used_otherwise(name, caller)) return nullptr;
    if (caller.owner != none && functions_.classes[caller.owner].methods.contains(name))
        return method(caller.owner, name);
    const auto found = functions_.names.find(name);
    if (found == functions_.names.end() || found->second.unclear) return nullptr;
    const bool may_inherit = caller.member && caller.owner == none;
    return may_inherit && found->second.in_headers ? nullptr : &found->second;
}

}  // namespace cusim::simcc
