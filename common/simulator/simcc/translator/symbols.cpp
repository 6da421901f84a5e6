// Variables in device memory stay ordinary variables, and a registration follows each definition:
//
//     __constant__ float c[8];     static float c[8];
//                                  static ::cusim::Symbol __cusim_symbol_1{&c, sizeof(c),
//                                  …};
//
// A static variable of a device function is moved before the function, to file scope. In a
// template, a member or a lambda it stays in place, and is registered through a local class. A
// variable template gets a template of registrations. Its own name becomes a reference that uses
// both, so that each instance that is used is registered:
//
//     template <class T> __constant__ T c[8];
//         template <class T> static T __cusim_1_c[8];
//         template <class T> static ::cusim::Symbol __cusim_symbol_2{&__cusim_1_c<T>, …};
//         template <class T> static constexpr auto& c = ::cusim::registered(…);
//
// Without -rdc, a __device__ variable has internal linkage, as with nvcc. `const` is removed from a
// __constant__ variable, since the host writes it, and the instrumentation skips const objects.
#include <set>

#include "simulator/simcc/translator/functions.hpp"
#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

enum class SymbolSpace { device, constant, managed };

const char* spell(SymbolSpace space) {
    switch (space) {
        case SymbolSpace::constant:
            return "::cusim::Space::constant";
        case SymbolSpace::managed:
            return "::cusim::Space::managed";
        case SymbolSpace::device:
            break;
    }
    return "::cusim::Space::device";
}

SymbolSpace space_of(const Context& context, TokenRange type) {
    if (contains(context.source, type, "__managed__")) return SymbolSpace::managed;
    if (contains(context.source, type, "__constant__")) return SymbolSpace::constant;
    return SymbolSpace::device;
}

/// The `n::count` of a variable that is defined outside its namespace.
TokenRange qualified_name(const Context& context, std::size_t name) {
    std::size_t begin = name;
    while (begin >= 2 && context.is(begin - 1, "::")) {
        begin -= context.token(begin - 2).kind == TokenKind::identifier ? 2 : 1;
    }
    return {begin, name + 1};
}

std::string registration(Context& context, const Declarator& declarator, SymbolSpace space) {
    const Token& token = context.token(declarator.name);
    const std::string name = context.spelling(qualified_name(context, declarator.name));
    const std::string fits = space == SymbolSpace::constant
                                 ? " static_assert(sizeof(" + name + ") <= 65536, \"" + name +
                                       " is larger than constant memory, which has 64 KiB\");"
                                 : "";
    return fits + " static ::cusim::Symbol __cusim_symbol_" + std::to_string(++context.next_id) +
           "{&" + name + ", sizeof(" + name + "), \"" + name + "\", " + spell(space) + ", " +
           context.file_literal(token) + ", " + std::to_string(token.line) + "};";
}

/// Removes the const of the object itself, but not that of what a pointer points to.
void drop_const(Context& context, const Declaration& declaration) {
    bool pointer = false;
    for (const Declarator& declarator : declaration.declarators) {
        for (std::size_t i = declarator.tokens.begin; i < declarator.name; ++i) {
            pointer = pointer || context.is(i, "*");
            if (context.is(i, "const")) context.edits.erase(i);
        }
    }
    if (pointer) return;
    for (std::size_t i = declaration.type.begin; i < declaration.type.end; ++i) {
        if (context.is(i, "const")) context.edits.erase(i);
    }
}

/// Names to which an extern declaration in the same file gives external linkage.
std::set<std::string_view> announced_names(const Context& context) {
    std::set<std::string_view> names;
    for (const Declaration& declaration : context.declarations) {
        if (declaration.kind != DeclarationKind::variable ||
            !contains(context.source, declaration.type, "extern")) {
            continue;
        }
        for (const Declarator& declarator : declaration.declarators)
            names.insert(context.token(declarator.name).text);
    }
    return names;
}

/// One past the `alignas(…)` or `[[…]]` that begins at `i`; `i` if none does.
std::size_t after_attribute(const Context& context, std::size_t i) {
    const bool aligns = context.is(i, "alignas") && context.is(i + 1, "(");
    if (!aligns && !(context.is(i, "[") && context.is(i + 1, "["))) return i;
    const std::size_t close = context.brackets.partner(aligns ? i + 1 : i);
    return close == none || close < i ? i : close + 1;
}

/// The declaration's first token after template headers and the attributes that follow them: C++
/// allows attributes only before `static` and the like.
std::size_t after_attributes(const Context& context, const Declaration& declaration) {
    std::size_t i = declaration.specifiers;
    while (after_attribute(context, i) != i) i = after_attribute(context, i);
    return i;
}

/// For `__device__ alignas(16) float v;`: nvcc takes attributes beside its own qualifiers, too.
void put_attributes_first(Context& context, const Declaration& declaration) {
    const std::size_t first = after_attributes(context, declaration);
    for (std::size_t i = first + 1; i < declaration.type.end; ++i) {
        const std::size_t end = after_attribute(context, i);
        if (end == i || end > declaration.type.end) continue;
        context.edits.move_away({i, end});
        context.edits.insert_before(first, {{"", {i, end}}, {" ", {}}});
        i = end - 1;
    }
}

void give_internal_linkage(Context& context, const Declaration& declaration,
                           const std::set<std::string_view>& announced) {
    for (const char* word : {"static", "extern", "inline"}) {
        if (contains(context.source, declaration.type, word)) return;
    }
    for (const Declarator& declarator : declaration.declarators) {
        if (context.is(declarator.name - 1, "::")) return;
        if (announced.contains(context.token(declarator.name).text)) return;
    }
    context.edits.insert_before(after_attributes(context, declaration), {{"static ", {}}});
}

/// `<T, N, Rest...>` for `template <class T = int, int N, class... Rest>`; empty if a parameter has
/// no name.
std::string template_arguments(const Context& context, const Declaration& declaration) {
    const TokenRange list = {declaration.begin + 2, declaration.specifiers - 1};
    std::string arguments;
    for (const TokenRange& part : split_at_commas(context.source.tokens, context.brackets, list)) {
        std::size_t end = part.begin;
        while (end < part.end && !context.is(end, "=")) ++end;
        const bool named =
            end > part.begin + 1 && context.token(end - 1).kind == TokenKind::identifier;
        if (!named) return "";
        arguments += (arguments.empty() ? "" : ", ") + std::string(context.token(end - 1).text) +
                     (contains(context.source, {part.begin, end}, "...") ? "..." : "");
    }
    return arguments.empty() ? "" : "<" + arguments + ">";
}

/// Returns false unless it is a template of one variable at namespace scope.
bool translate_template(Context& context, const Declaration& declaration) {
    const std::string arguments = template_arguments(context, declaration);
    if (arguments.empty() || declaration.declarators.size() != 1) return false;
    const Declarator& declarator = declaration.declarators[0];
    if (context.is(declarator.name - 1, "::") || context.is(declarator.name + 1, "<")) return false;
    const TokenRange head = {declaration.begin, declaration.specifiers};
    const Token& token = context.token(declarator.name);
    const std::string name(token.text);
    const std::string number = std::to_string(++context.next_id);
    const std::string variable = "__cusim_" + number + "_" + name;
    const std::string symbol = "__cusim_symbol_" + number;
    context.edits.replace(declarator.name, variable);
    if (!contains(context.source, declaration.type, "static"))
        context.edits.insert_before(after_attributes(context, declaration), {{"static ", {}}});
    Pieces after = {{" ", head}};
    after.push_back({" static ::cusim::Symbol " + symbol + "{&" + variable + arguments +
                         ", sizeof(" + variable + arguments + "), \"" + name + "\", " +
                         spell(space_of(context, declaration.type)) + ", " +
                         context.file_literal(token) + ", " + std::to_string(token.line) + "}; ",
                     head});
    after.push_back({" static constexpr auto& " + name + " = ::cusim::registered(" + symbol +
                         arguments + ", " + variable + arguments + ");",
                     {}});
    context.edits.insert_after(declaration.end - 1, std::move(after));
    return true;
}

/// A static member, in its class or where it is defined outside.
bool is_member(const Context& context, const Declaration& declaration) {
    const std::size_t brace = context.brackets.enclosing_brace(declaration.specifiers);
    if (brace != none && class_key_of(context, brace) != none) return true;
    const std::size_t name = declaration.declarators[0].name;
    if (!context.is(name - 1, "::")) return false;
    if (context.is(name - 2, ">")) return true;
    for (std::size_t i = 1; i < name; ++i)
        if (context.token(i).is(context.token(name - 2).text) &&
            (context.is(i - 1, "struct") || context.is(i - 1, "class")))
            return true;
    return false;
}

void translate_variable(Context& context, const Declaration& declaration,
                        const std::set<std::string_view>& announced) {
    const TokenRange type = declaration.type;
    if (contains(context.source, type, "__constant__")) drop_const(context, declaration);
    if (is_member(context, declaration))
        return context.complain(context.token(declaration.declarators[0].name), Severity::error,
                                "nvcc allows no memory qualifier on a member of a class: let a "
                                "variable at namespace scope hold the value");
    if (!context.at_namespace_scope(declaration.specifiers)) {
        if (!contains(context.source, type, "static") && !contains(context.source, type, "extern"))
            context.complain(context.token(declaration.declarators[0].name), Severity::error,
                             "a variable within a function is __shared__, the thread's own or "
                             "static: put this one at namespace scope");
        return;
    }
    put_attributes_first(context, declaration);
    if (declaration.is_template()) {
        if (contains(context.source, type, "constexpr")) return;
        if (!translate_template(context, declaration))
            context.complain(context.token(declaration.declarators[0].name), Severity::error,
                             "unsupported: a specialisation or a member of a template of "
                             "__device__ variables");
        return;
    }
    if (!context.options.separate_device_code)
        give_internal_linkage(context, declaration, announced);
    Pieces registrations;
    for (const Declarator& declarator : declaration.declarators) {
        if (contains(context.source, type, "extern") && !declarator.initialised) continue;
        registrations.push_back({registration(context, declarator, space_of(context, type)), {}});
    }
    context.edits.insert_after(declaration.end - 1, std::move(registrations));
}

bool is_static_variable(const Context& context, const Declaration& found) {
    const auto says = [&](std::string_view word) {
        return contains(context.source, found.type, word);
    };
    return found.kind == DeclarationKind::variable && !says("__shared__") && !says("const") &&
           !says("constexpr");
}

/// The device-only function at namespace scope, not a template, whose body contains `i`.
const Declaration* plain_device_function(const Context& context, std::size_t i) {
    for (const Declaration& function : context.declarations) {
        if (function.kind != DeclarationKind::function || function.body == none) continue;
        if (i < function.body || function.end <= i) continue;
        const TokenRange head = {function.specifiers, function.parameters.end};
        const bool plain = !function.is_template() && !contains(context.source, head, "__host__") &&
                           context.at_namespace_scope(function.begin);
        return plain ? &function : nullptr;
    }
    return nullptr;
}

/// For `static int n = 5;` in a function: the variable is moved before the function, where it is
/// registered like others, and the function gets a reference. CUDA, too, requires a constant
/// initialiser.
void move_static_local(Context& context, const Declaration& found, const Declaration& function) {
    const auto parts =
        split_at_commas(context.source.tokens, context.brackets, {found.specifiers, found.end - 1});
    Pieces moved, references;
    for (std::size_t n = 0; n < parts.size(); ++n) {
        const Declarator& declarator = found.declarators[n];
        const std::string name{context.token(declarator.name).text};
        const std::string outside =
            "__cusim_static_" + std::to_string(++context.next_id) + "_" + name;
        const std::size_t begin = n == 0 ? found.type.end : parts[n].begin;
        moved.push_back({"static __constinit ", found.type});
        moved.push_back({" ", {begin, parts[n].end}});
        const Token& token = context.token(declarator.name);
        moved.push_back({"; static ::cusim::Symbol __cusim_symbol_" +
                             std::to_string(++context.next_id) + "{&" + outside + ", sizeof(" +
                             outside + "), \"" + name + "\", " + spell(SymbolSpace::device) + ", " +
                             context.file_literal(token) + ", " + std::to_string(token.line) +
                             "}; ",
                         {}});
        references.push_back({"auto& " + name + " = " + outside + "; ", {}});
        context.edits.replace(declarator.name, outside);
    }
    for (std::size_t i = found.type.begin; i < found.type.end; ++i)
        if (context.is(i, "static")) context.edits.erase(i);
    context.edits.insert_before(found.end, std::move(references));
    context.edits.move_away({found.specifiers, found.end});
    context.edits.insert_before(function.begin, std::move(moved));
}

/// Leaves it where it is, since each instance of a template has a variable of its own. A local
/// class can name it, and a template with that class as its argument can be registered before main.
void register_in_place(Context& context, const Declaration& found) {
    Pieces registrations;
    for (const Declarator& declarator : found.declarators) {
        const Token& token = context.token(declarator.name);
        const std::string name(token.text);
        const std::string local = "__cusim_local_" + std::to_string(++context.next_id);
        registrations.push_back(
            {" struct " + local +
                 " { static ::cusim::Symbol symbol() { return "
                 "::cusim::Symbol{&" +
                 name + ", sizeof(" + name + "), \"" + name + "\", " + spell(SymbolSpace::device) +
                 ", " + context.file_literal(token) + ", " + std::to_string(token.line) +
                 "}; } }; (void)&::cusim::LocalSymbol<" + local + ">::symbol;",
             {}});
    }
    context.edits.insert_before(found.specifiers, {{"__constinit ", {}}});
    context.edits.insert_after(found.end - 1, std::move(registrations));
}

void translate_static_locals(Context& context, const DeviceBody& body) {
    for (std::size_t i = body.range.begin; i < body.range.end; ++i) {
        if (!context.is(i, "static")) continue;
        const Declaration found = read_declaration(context.source, context.brackets, i);
        if (!is_static_variable(context, found)) continue;
        const Declaration* const function = plain_device_function(context, i);
        if (function && !contains(context.source, found.type, "{"))
            move_static_local(context, found, *function);
        else if (!body.also_host)
            register_in_place(context, found);
        else
            context.complain(context.token(i), Severity::error,
                             "unsupported: a static variable in a function of both host and "
                             "device; make it a __device__ variable outside the function");
        i = found.end - 1;
    }
}

}  // namespace

void translate_symbols(Context& context) {
    const std::set<std::string_view> announced = announced_names(context);
    for (const Declaration& declaration : context.declarations) {
        if (declaration.kind != DeclarationKind::variable) continue;
        if (contains(context.source, declaration.type, "__device__") ||
            contains(context.source, declaration.type, "__constant__") ||
            contains(context.source, declaration.type, "__managed__")) {
            translate_variable(context, declaration, announced);
        }
    }
    for (const DeviceBody& body : context.device_bodies) {
        translate_static_locals(context, body);
    }
}

}  // namespace cusim::simcc
