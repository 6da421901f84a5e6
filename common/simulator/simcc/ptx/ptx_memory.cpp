// Loads, stores, atomics and fences.
#include <algorithm>

#include "simulator/simcc/ptx/ptx_translator.hpp"

namespace cusim::simcc::ptx {

struct Access {
    bool is_volatile = false, read_only = false;
    const Order* order = nullptr;
    const Scope* scope = nullptr;
    std::string space;
    int elements = 1;
    const Type* type = nullptr;
};

namespace {

/// Reads the modifiers of an access except its type; returns false if one is not understood.
bool read_access(Words modifiers, Access& access) {
    if (modifiers.empty() || !(access.type = type_of(modifiers.back()))) return false;
    modifiers.pop_back();
    access.is_volatile = take(modifiers, "volatile");
    take(modifiers, "weak");
    access.read_only = take(modifiers, "nc");
    access.order = take_one(modifiers, orders);
    access.scope = take_one(modifiers, scopes);
    if (take(modifiers, "v2")) access.elements = 2;
    if (take(modifiers, "v4")) access.elements = 4;
    if (take(modifiers, "shared::cta")) access.space = "shared";
    for (const std::string_view space : state_spaces)
        if (take(modifiers, space)) access.space = space;
    for (const std::string_view hint : cache_hints) take(modifiers, hint);
    const bool ordered = access.order != nullptr;
    return modifiers.empty() && ordered == (access.scope != nullptr) &&
           !(ordered && (access.elements > 1 || access.is_volatile));
}

/// CUDA's vector type with that many elements, unsigned.
std::string vector_of(const Access& access) {
    const std::string_view element = access.type->cpp;
    const std::string count = std::to_string(access.elements);
    if (element == "float" || element == "double") return std::string(element) + count;
    const std::string_view bits = access.type->name.substr(1);
    const std::string_view name = bits == "8"    ? "uchar"
                                  : bits == "16" ? "ushort"
                                  : bits == "32" ? "uint"
                                                 : "ulonglong";
    return std::string(name) + count;
}

/// Whether CUDA has a function for this operation and type.
bool atomic_fits(const Atomic& atomic, const Type& type) {
    const std::string_view bits = type.name.substr(1);
    if (is_float(type)) return atomic.name == "add";
    if (atomic.name == "inc" || atomic.name == "dec") return type.name == "u32";
    if (atomic.name == "add" && type.name == "s64") return false;
    return bits == "32" || bits == "64";
}

std::string relaxed(const Atomic& atomic, const Scope& scope, const std::string& pointer,
                    const Words& values) {
    std::string call = std::string(atomic.legacy) + std::string(scope.suffix) + "(" + pointer;
    for (const std::string& argument : values) call += ", " + argument;
    return call + ")";
}

std::string ordered(const Atomic& atomic, const Scope& scope, const Order& order,
                    const std::string& pointer, const Words& values) {
    const std::string operands =
        values.size() == 2 ? values[1] + ", " + values[0] : values[0] + ", {}";
    return "::cusim::detail::atomic_operation<::cusim::detail::" + std::string(atomic.operation) +
           ">(" + pointer + ", {" + operands + "}, " + std::string(order.constant) +
           ", ::cusim::detail::AtomicScope::" + std::string(scope.of_the_runtime) + ")";
}

}  // namespace

std::string Translator::what_is_loaded(const Access& access, std::string_view operand) const {
    const std::string type =
        access.elements == 1 ? std::string(access.type->cpp) : vector_of(access);
    const std::string qualified = std::string("const ") + (access.is_volatile ? "volatile " : "");
    const std::string pointer = address(operand, access.space, qualified + type);
    if (pointer.empty()) return "";
    if (access.order)
        return "::cusim::detail::from_bits<" + type + ">(::cusim::detail::atomic_load(" + pointer +
               ", sizeof(" + type +
               "), ::cusim::detail::AtomicScope::" + std::string(access.scope->of_the_runtime) +
               ", " + std::string(access.order->constant) + "))";
    return (access.read_only ? "__ldg(" : "*(") + pointer + ")";
}

bool Translator::load(const Instruction& instruction) {
    Access access;
    if (!read_access(instruction.modifiers, access) || instruction.operands.size() != 2)
        return false;
    if (access.order && access.order->name != "relaxed" && access.order->name != "acquire")
        return false;
    const std::string loaded = what_is_loaded(access, instruction.operands[1]);
    if (loaded.empty()) return false;
    if (access.elements == 1) return assign(instruction.operands[0], loaded);
    const Words parts = parts_of(instruction.operands[0]);
    if (parts.size() != std::size_t(access.elements) || access.is_volatile) return false;
    out_ += "const auto __cusim_loaded = " + loaded;
    for (std::size_t n = 0; n < parts.size(); ++n) {
        out_ += "; ";
        if (!assign(parts[n], std::string("(") + std::string(access.type->cpp) +
                                  ")__cusim_loaded." + "xyzw"[n]))
            return false;
    }
    return true;
}

bool Translator::store(const Instruction& instruction) {
    Access access;
    if (!read_access(instruction.modifiers, access) || instruction.operands.size() != 2 ||
        access.read_only)
        return false;
    if (access.order && access.order->name != "relaxed" && access.order->name != "release")
        return false;
    if (access.elements > 1) return store_vector(instruction, access);
    const std::string type(access.type->cpp);
    const std::string stored = value(instruction.operands[1], type);
    const std::string pointer = address(instruction.operands[0], access.space,
                                        (access.is_volatile ? "volatile " : "") + type);
    if (stored.empty() || pointer.empty()) return false;
    if (!access.order) {
        out_ += "*" + pointer + " = " + stored;
        return true;
    }
    out_ += "::cusim::detail::atomic_store(" + pointer + ", sizeof(" + type +
            "), ::cusim::detail::to_bits(" + stored +
            "), ::cusim::detail::AtomicScope::" + std::string(access.scope->of_the_runtime) + ", " +
            std::string(access.order->constant) + ")";
    return true;
}

bool Translator::store_vector(const Instruction& instruction, const Access& access) {
    const Words parts = parts_of(instruction.operands[1]);
    const std::string pointer = address(instruction.operands[0], access.space, vector_of(access));
    if (parts.size() != std::size_t(access.elements) || access.is_volatile || pointer.empty())
        return false;
    std::string values;
    for (const std::string& part : parts) {
        const std::string element = value(part, access.type->without_sign);
        if (element.empty()) return false;
        values += (values.empty() ? "" : ", ") + element;
    }
    out_ += "*" + pointer + " = make_" + vector_of(access) + "(" + values + ")";
    return true;
}

bool Translator::atomic(const Instruction& instruction) {
    Words modifiers = instruction.modifiers;
    if (modifiers.empty()) return false;
    const Type* const type = type_of(modifiers.back());
    modifiers.pop_back();
    const Order* order = take_one(modifiers, orders);
    const Scope* scope = take_one(modifiers, scopes);
    const Atomic* const operation = take_one(modifiers, atomics);
    std::string space;
    if (take(modifiers, "shared::cta")) space = "shared";
    for (const std::string_view known : state_spaces)
        if (take(modifiers, known)) space = known;
    if (!type || !operation || !modifiers.empty() || !atomic_fits(*operation, *type)) return false;
    if (!scope) scope = look_up(scopes, "gpu");
    const bool result = instruction.name == "atom";
    Words operands = instruction.operands;
    const std::string target = result && !operands.empty() ? operands[0] : "_";
    if (result && !operands.empty()) operands.erase(operands.begin());
    if (operands.size() != (operation->name == "cas" ? 3u : 2u)) return false;
    const std::string pointer = address(operands[0], space, std::string(type->cpp));
    Words values;
    for (std::size_t n = 1; n < operands.size(); ++n)
        values.push_back(value(operands[n], type->cpp));
    if (pointer.empty() || std::ranges::find(values, "") != values.end()) return false;
    return assign(target, !order || order->name == "relaxed"
                              ? relaxed(*operation, *scope, pointer, values)
                              : ordered(*operation, *scope, *order, pointer, values));
}

bool Translator::fence(const Instruction& instruction) {
    Words modifiers = instruction.modifiers;
    const bool is_fence = instruction.name == "fence";
    const Order* const order = is_fence ? take_one(modifiers, orders) : nullptr;
    if (modifiers.size() != 1 || !instruction.operands.empty()) return false;
    if (is_fence && (!order || order->name == "relaxed")) return false;
    const std::string& scope = modifiers[0];
    if (scope == "cta")
        out_ += "__threadfence_block()";
    else if (scope == (is_fence ? "gpu" : "gl"))
        out_ += "__threadfence()";
    else if (scope == "sys")
        out_ += "__threadfence_system()";
    else
        return false;
    return true;
}

}  // namespace cusim::simcc::ptx
