#include "simulator/simcc/translator/addresses_on_host.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "simulator/simcc/tokens/parameters.hpp"
#include "simulator/simcc/translator/evaluated.hpp"

namespace cusim::simcc {
namespace {

bool is_copy(std::string_view name) {
    constexpr std::array<std::string_view, 6> names = {"cudaMemcpy",   "cudaMemcpyAsync",
                                                       "cudaMemset",   "cudaMemsetAsync",
                                                       "cudaMemcpy2D", "cudaMemcpy2DAsync"};
    return std::ranges::count(names, name) > 0;
}

bool has_device_memory(const Context& context, const Declaration& declaration) {
    if (declaration.kind != DeclarationKind::variable || declaration.is_template()) return false;
    const auto says = [&](std::string_view word) {
        return contains(context.source, declaration.type, word);
    };
    return (says("__device__") || says("__constant__")) && !says("__managed__");
}

}  // namespace

AddressesOnHost::AddressesOnHost(Context& context, const Functions& functions,
                                 const NameLookup& lookup)
    : context_(context), functions_(functions), lookup_(lookup) {
    for (const Declaration& declaration : context.declarations) {
        if (!has_device_memory(context, declaration)) continue;
        if (!context.at_namespace_scope(declaration.specifiers)) continue;
        for (const Declarator& declarator : declaration.declarators) {
            const std::string_view name = context.token(declarator.name).text;
            if (context.is(declarator.name - 1, "::")) continue;
            variables_.insert(name);
            if (contains(context.source, declarator.tokens, "[")) arrays_.insert(name);
        }
    }
}

/// A function that is no kernel, and the only one with its name.
bool AddressesOnHost::is_code(std::string_view name) const {
    const auto found = functions_.names.find(name);
    return found != functions_.names.end() && !found->second.unclear &&
           found->second.definitions.size() == 1;
}

/// The function whose address the caller's variable has in any case; empty if that is not certain.
std::string_view AddressesOnHost::code_in(std::string_view variable, const Function& caller) const {
    std::string_view code;
    for (std::size_t i = caller.declaration.begin; i < caller.declaration.end; ++i) {
        if (context_.token(i).text != variable) continue;
        if (context_.is(i - 1, "&")) return {};  // something else may set it
        if (!context_.is(i + 1, "=")) continue;
        const std::size_t value = i + (context_.is(i + 2, "&") ? 3 : 2);
        const std::string_view name = context_.token(value).text;
        const bool is_all = context_.is(value + 1, ";") || context_.is(value + 1, ",");
        if (!is_all || !is_code(name) || !lookup_.is_only_used(name, caller)) return {};
        code = name;
    }
    return code;
}

void AddressesOnHost::check_arguments(TokenRange arguments, bool of_launch,
                                      const Function& caller) {
    for (const TokenRange argument :
         split_at_commas(context_.source.tokens, context_.brackets, arguments)) {
        const bool taken = context_.is(argument.begin, "&");
        const std::size_t i = argument.begin + (taken ? 1 : 0);
        if (argument.empty() || i + 1 != argument.end) continue;
        std::string name{context_.token(i).text};
        const bool variable = taken ? variables_.contains(name) : arrays_.contains(name);
        const std::string_view held =
            of_launch && !taken && !variable ? code_in(name, caller) : std::string_view{};
        if (!held.empty()) name = held;
        const bool code = of_launch && is_code(name);
        if ((!variable && !code) || !lookup_.is_only_used(name, caller)) continue;
        context_.complain(
            context_.token(i), Severity::error,
            variable ? "the host has no address of " + name + ", a variable of the device: " +
                           (of_launch ? "name it in the kernel, or pass the address that "
                                        "cudaGetSymbolAddress gives"
                                      : "copy by cudaMemcpyToSymbol or cudaMemcpyFromSymbol")
                     : "the host passes its own address of the function " + name +
                           ", which no kernel can call: let a __device__ variable hold the "
                           "address, and fetch it by cudaMemcpyFromSymbol");
    }
}

/// Not where a function gets it by its name, which may be a reference.
bool AddressesOnHost::comes_to_variable(std::size_t i) const {
    constexpr std::array<std::string_view, 8> stores = {
        "=", "+=", "-=", "*=", "/=", "|=", "++", "--"};
    constexpr std::array<std::string_view, 8> before_operands = {"=", "+", "-",  "/",
                                                                 "<", ">", "==", "return"};
    const std::string_view before = context_.token(i - 1).text;
    const std::string_view after = context_.token(i + 1).text;
    if (before == "&" || before == "sizeof" || before == "." || before == "->") return false;
    if (after == "[" || std::ranges::count(stores, after) > 0) return true;
    return before == "++" || before == "--" ||
           (!arrays_.contains(context_.token(i).text) &&
            std::ranges::count(before_operands, before) > 0);
}

void AddressesOnHost::check(std::size_t i, const Function& caller) {
    const std::string_view name = context_.token(i).text;
    if (variables_.contains(name) && comes_to_variable(i) && is_evaluated(context_, i, caller) &&
        lookup_.is_only_used(name, caller))
        context_.complain(context_.token(i), Severity::warning,
                          "code of the host comes to " + std::string(name) +
                              ", a variable of the device, of which the host has only a stand-in: "
                              "use cudaMemcpyToSymbol or cudaMemcpyFromSymbol");
    if (is_copy(context_.token(i).text) && context_.is(i + 1, "(")) {
        const std::size_t close = context_.brackets.partner(i + 1);
        if (close != none) check_arguments({i + 2, close}, false, caller);
    }
    std::size_t open = i + 1;
    if (context_.is(open, "<"))
        open = context_.brackets.after_template_list(open, context_.source.tokens.size());
    if (open == none || !context_.is(open, "<<<")) return;
    for (std::size_t k = open; k + 3 < caller.declaration.end && !context_.is(k, ";"); ++k) {
        if (!context_.is(k, ">") || !context_.is(k + 1, ">") || !context_.is(k + 2, ">")) continue;
        const std::size_t close = context_.brackets.partner(k + 3);
        if (context_.is(k + 3, "(") && close != none) check_arguments({k + 4, close}, true, caller);
        return;
    }
}

}  // namespace cusim::simcc
