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
