// A kernel stays a function that is called. Its body becomes a lambda that the runtime runs once
// for each thread:
//
//     template <class T> __global__ void k(T* a, int n = 4) { … }
//     template <class T> void k(T* a, int n = 4) { static constexpr ::cusim::KernelSite
//         __cusim_site{"k", "lab.cu", 7, 0, 0}; ::cusim::launch(__cusim_site,
//         [](T* a, int n) -> void { … }, a, n); }
//
// The compiler therefore handles overloads, deduction, conversions, default arguments and pointers
// to kernels. From a kernel that is only declared, just the qualifiers are removed.
#include <array>

#include "simulator/simcc/tokens/parameters.hpp"
#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

/// Thread limit and blocks per multiprocessor of __launch_bounds__, zero if not given.
std::array<std::string, 2> launch_bounds(const Context& context, TokenRange head) {
    std::array<std::string, 2> bounds = {"0", "0"};
    for (std::size_t i = head.begin; i < head.end; ++i) {
        if (!context.is(i, "__launch_bounds__") || !context.is(i + 1, "(")) continue;
        const std::size_t close = context.brackets.partner(i + 1);
        if (close == none) continue;
        const auto arguments =
            split_at_commas(context.source.tokens, context.brackets, {i + 2, close});
        for (std::size_t n = 0; n < bounds.size() && n < arguments.size(); ++n) {
            bounds[n] = context.spelling(arguments[n]);
        }
    }
    return bounds;
}

/// ", {2, 1, 1}" for __cluster_dims__(2); otherwise empty.
std::string cluster_of(const Context& context, const Declaration& kernel) {
    for (std::size_t i = kernel.specifiers; i < kernel.body; ++i)
        if (context.is(i, "__cluster_dims__") && context.is(i + 1, "(") &&
            context.brackets.partner(i + 1) != none)
            return ", {" + context.spelling({i + 2, context.brackets.partner(i + 1)}) + "}";
    return "";
}

void name_parameters(Context& context, const std::vector<Parameter>& parameters) {
    for (std::size_t n = 0; n < parameters.size(); ++n) {
        if (parameters[n].name != none) continue;
        context.edits.insert_after(parameters[n].last_of_type,
                                   {{" __cusim_parameter_" + std::to_string(n), {}}});
    }
}

std::string argument(const Context& context, const Parameter& parameter, std::size_t n) {
    const std::string name = parameter.name != none
                                 ? std::string(context.token(parameter.name).text)
                                 : "__cusim_parameter_" + std::to_string(n);
    return parameter.pack ? name + "..." : name;
}

/// The body is no longer that of the function, so __func__ must be defined to give the kernel's
/// name.
void keep_function_name(Context& context, TokenRange body, const std::string& name) {
    for (std::size_t i = body.begin; i < body.end; ++i) {
        if (context.is(i, "__func__") || context.is(i, "__FUNCTION__") ||
            context.is(i, "__PRETTY_FUNCTION__")) {
            context.edits.replace(i, '"' + name + '"');
        }
    }
}

/// What the runtime needs to know about the kernel: name, place, launch bounds, names of
/// parameters.
std::string site(const Context& context, const Declaration& kernel,
                 const std::vector<Parameter>& parameters) {
    const Token& name = context.token(kernel.name);
    const auto bounds = launch_bounds(context, {kernel.specifiers, kernel.body});
    std::string names;
    for (const Parameter& parameter : parameters) {
        if (&parameter != &parameters.front()) names += ", ";
        if (parameter.name != none) names += context.token(parameter.name).text;
    }
    return "{ static constexpr ::cusim::KernelSite __cusim_site{\"" + std::string(name.text) +
           "\", " + context.file_literal(name) + ", " + std::to_string(name.line) + ", " +
           bounds[0] + ", " + bounds[1] + ", \"" + names + "\"" + cluster_of(context, kernel) +
           "};";
}

void wrap(Context& context, const Declaration& kernel) {
    const Token& name = context.token(kernel.name);
    const std::string spelled(name.text);
    const auto parameters = read_parameters(context.source, context.brackets, kernel.parameters);
    name_parameters(context, parameters);

    Pieces opening = {
        {site(context, kernel, parameters) + " ::cusim::launch(__cusim_site, [](", {}}};
    std::string closing;
    for (std::size_t n = 0; n < parameters.size(); ++n) {
        opening.push_back({n ? ", " : "", parameters[n].declaration});
        closing += ", " + argument(context, parameters[n], n);
    }
    opening.push_back({") -> void ", {}});
    context.edits.insert_before(kernel.body, std::move(opening));
    if (context.options.debugger) {
        context.edits.insert_after(kernel.body,
                                   {{" if (::cusim::detail::debugger_wants_this_thread()) "
                                     "::cusim::detail::stop_for_debugger();",
                                     {}}});
    }
    context.edits.insert_after(kernel.end - 1, {{closing + "); }", {}}});
    keep_function_name(context, {kernel.body, kernel.end}, spelled);
    context.result.kernels.push_back({spelled, context.source.file_of(name).name,
                                      context.token(kernel.body).line,
                                      context.token(kernel.end - 1).line});
}

bool returns_void(const Context& context, const Declaration& kernel) {
    const std::size_t end = kernel.body != none ? kernel.body : kernel.end;
    return contains(context.source, {kernel.specifiers, kernel.name}, "void") ||
           contains(context.source, {kernel.parameters.end, end}, "void");
}

}  // namespace

void translate_kernels(Context& context) {
    for (const Declaration& declaration : context.declarations) {
        if (declaration.kind != DeclarationKind::function) continue;
        const TokenRange head = {declaration.specifiers, declaration.parameters.end};
        if (!contains(context.source, head, "__global__")) continue;
        if (!returns_void(context, declaration)) {
            context.complain(context.token(declaration.name), Severity::error,
                             "a __global__ function must return void");
        } else if (declaration.body != none) {
            wrap(context, declaration);
        }
    }
}

}  // namespace cusim::simcc
