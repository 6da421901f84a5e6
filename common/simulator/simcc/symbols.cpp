// Variables in device memory stay ordinary variables, and a registration follows each definition:
//
//     __constant__ float c[8];     static float c[8];
//                                  static ::cusim::Symbol __cusim_symbol_1{(void*)&c, sizeof(c),
//                                  …};
//
// Without -rdc a __device__ variable belongs to its translation unit, as nvcc has it. `const` goes
// from a __constant__ variable: the host writes it, and the instrumentation skips const objects.
#include <set>

#include "simulator/simcc/passes.hpp"

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

/// `S::count` for a static member defined outside its class.
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
    return " static ::cusim::Symbol __cusim_symbol_" + std::to_string(++context.next_id) +
           "{(void*)&" + name + ", sizeof(" + name + "), \"" + name + "\", " + spell(space) + ", " +
           context.file_literal(token) + ", " + std::to_string(token.line) + "};";
}

/// Drops the const of the object itself; that of what a pointer points to stays.
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

/// Names that an extern declaration of the same file has given external linkage.
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

void give_internal_linkage(Context& context, const Declaration& declaration,
                           const std::set<std::string_view>& announced) {
    for (const char* word : {"static", "extern", "inline"}) {
        if (contains(context.source, declaration.type, word)) return;
    }
    for (const Declarator& declarator : declaration.declarators) {
        if (context.is(declarator.name - 1, "::")) return;
        if (announced.contains(context.token(declarator.name).text)) return;
    }
    context.edits.insert_before(declaration.specifiers, {{"static ", {}}});
}

void translate_variable(Context& context, const Declaration& declaration,
                        const std::set<std::string_view>& announced) {
    const TokenRange type = declaration.type;
    if (contains(context.source, type, "__constant__")) drop_const(context, declaration);
    if (!context.at_namespace_scope(declaration.specifiers)) {
        if (contains(context.source, type, "inline") &&
            !contains(context.source, type, "constexpr")) {
            context.complain(context.token(declaration.declarators[0].name), Severity::error,
                             "unsupported: an inline static __device__ member; define it outside "
                             "the class");
        }
        return;
    }
    if (declaration.is_template()) {
        context.complain(context.token(declaration.declarators[0].name), Severity::error,
                         "unsupported: a template of __device__ variables");
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

/// Nothing could register it before the program starts; constants need no registration.
void refuse_static_locals(Context& context, const DeviceBody& body) {
    for (std::size_t i = body.range.begin; i < body.range.end; ++i) {
        if (!context.is(i, "static")) continue;
        const Declaration found = read_declaration(context.source, context.brackets, i);
        if (found.kind != DeclarationKind::variable ||
            contains(context.source, found.type, "__shared__") ||
            contains(context.source, found.type, "const") ||
            contains(context.source, found.type, "constexpr")) {
            continue;
        }
        context.complain(context.token(i), Severity::error,
                         "unsupported: a static variable in device code; make it a __device__ "
                         "variable outside the function");
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
        refuse_static_locals(context, body);
    }
}

}  // namespace cusim::simcc
