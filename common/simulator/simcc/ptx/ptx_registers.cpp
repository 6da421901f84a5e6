// Instructions whose operands are registers: functions, comparisons, moves and conversions.
#include <algorithm>

#include "simulator/simcc/ptx/ptx_translator.hpp"

namespace cusim::simcc::ptx {
namespace {

std::string spelling(char shape, const Type& type) {
    switch (shape) {
        case 'i':
            return "unsigned int";
        case 'p':
            return "bool";
        case 'U':
            return std::string(type.without_sign);
        case 'W':
            return "::cusim::ptx::Wide<" + std::string(type.cpp) + ">::type";
        default:
            return std::string(type.cpp);
    }
}

/// The type of a half: 16 of 32 bits, 32 of 64 bits.
std::string_view half_of(const Type& type) {
    if (type.name == "b32") return "unsigned short";
    return type.name == "b64" ? "unsigned int" : "";
}

}  // namespace

bool Translator::row(const Instruction& instruction) {
    Words modifiers = instruction.modifiers;
    if (instruction.name == "prmt") std::ranges::reverse(modifiers);  // its mode follows the type
    if (modifiers.empty()) return false;
    const Type* const type = type_of(modifiers.back());
    if (!type) return false;
    modifiers.pop_back();
    if (is_float(*type)) {
        take(modifiers, "ftz");
        take(modifiers, "rn");
    }
    std::string key = instruction.name;
    for (const std::string& word : modifiers) key += "." + word;
    const auto found = std::ranges::find_if(rows, [&](const Row& r) {
        return r.key == key && (r.types == any || (r.types == floats) == is_float(*type));
    });
    if (found == std::end(rows) || instruction.operands.size() != found->shape.size()) return false;
    std::string call = "::cusim::ptx::" + std::string(found->function) + "<" +
                       std::string(found->shape[1] == 'U' ? type->without_sign : type->cpp) + ">(";
    for (std::size_t n = 1; n < instruction.operands.size(); ++n) {
        const std::string argument =
            value(instruction.operands[n], spelling(found->shape[n], *type));
        if (argument.empty()) return false;
        call += (n > 1 ? ", " : "") + argument;
    }
    return assign(instruction.operands[0], call + ")");
}

bool Translator::with_carry(const Instruction& instruction) {
    Words modifiers = instruction.modifiers;
    const bool leaves = take(modifiers, "cc");
    const bool takes = instruction.name.ends_with('c');
    const std::string name = instruction.name.substr(0, 3);
    const bool low = take(modifiers, "lo"), high = take(modifiers, "hi");
    const Type* const type = modifiers.size() == 1 ? type_of(modifiers[0]) : nullptr;
    const std::size_t operands = name == "mad" ? 4 : 3;
    if (!type || is_float(*type) || instruction.operands.size() != operands) return false;
    if ((name == "mad") != (low || high)) return false;
    Words values;
    for (std::size_t n = 1; n < operands; ++n) {
        values.push_back(value(instruction.operands[n], type->without_sign));
        if (values.back().empty()) return false;
    }
    const std::string of_type = "<" + std::string(type->without_sign) + ">(";
    if (name == "mad") {
        if (high && type->cpp != type->without_sign) return false;
        values[0] = std::string("::cusim::ptx::") + (high ? "mul_hi" : "mul") + of_type +
                    values[0] + ", " + values[1] + ")";
        values[1] = values[2];
    }
    uses_carry_ = true;
    if (!leaves) out_ += "bool __cusim_kept = __cusim_ptx_carry; ";
    return assign(instruction.operands[0], std::string("::cusim::ptx::") +
                                               (name == "sub" ? "sub_borrow" : "add_carry") +
                                               of_type + values[0] + ", " + values[1] + ", " +
                                               (leaves ? "__cusim_ptx_carry" : "__cusim_kept") +
                                               ", " + (takes ? "true" : "false") + ")");
}

bool Translator::compare(const Instruction& instruction) {
    Words modifiers = instruction.modifiers;
    take(modifiers, "ftz");
    if (modifiers.size() != 2 || instruction.operands.size() != 3) return false;
    const Type* const type = type_of(modifiers[1]);
    if (!type) return false;
    std::string_view symbol = look_up(comparisons, modifiers[0]);
    if (symbol.empty() && type->name[0] == 'u')
        symbol = look_up(unsigned_comparisons, modifiers[0]);
    const std::string target = place(instruction.operands[0]);
    const std::string a = value(instruction.operands[1], type->cpp);
    const std::string b = value(instruction.operands[2], type->cpp);
    if (symbol.empty() || target.empty() || a.empty() || b.empty()) return false;
    // A comparison with a NaN is false, but C++'s != would be true.
    const bool ordered = is_float(*type) && symbol == "!=";
    out_ +=
        ordered
            ? "::cusim::ptx::set(" + target + ", " + a + " < " + b + " || " + b + " < " + a + ")"
            : "::cusim::ptx::set(" + target + ", " + a + " " + std::string(symbol) + " " + b + ")";
    return true;
}

bool Translator::move(const Instruction& instruction) {
    if (instruction.modifiers.size() != 1 || instruction.operands.size() != 2) return false;
    const Type* const type = type_of(instruction.modifiers[0]);
    if (!type) return false;
    const std::string &to = instruction.operands[0], &from = instruction.operands[1];
    if (to.starts_with('{')) return unpack(*type, to, from);
    if (from.starts_with('{')) return pack(*type, to, from);
    const std::string source = value(from, type->cpp);
    return !source.empty() && assign(to, source);
}

bool Translator::pack(const Type& type, std::string_view to, std::string_view from) {
    const Words parts = parts_of(from);
    const std::string half(half_of(type));
    if (half.empty() || parts.size() != 2) return false;
    const std::string low = value(parts[0], half), high = value(parts[1], half);
    if (low.empty() || high.empty()) return false;
    const std::string whole = "(" + std::string(type.cpp) + ")";
    return assign(
        to, whole + low + " | " + whole + high + " << " + (half == "unsigned int" ? "32" : "16"));
}

bool Translator::unpack(const Type& type, std::string_view to, std::string_view from) {
    const Words parts = parts_of(to);
    const std::string half(half_of(type)), whole = value(from, type.cpp);
    if (half.empty() || whole.empty() || parts.size() != 2) return false;
    out_ += "const auto __cusim_whole = " + whole + "; ";
    if (!assign(parts[0], "(" + half + ")__cusim_whole")) return false;
    out_ += "; ";
    return assign(parts[1], "(" + half + ")(__cusim_whole >> " +
                                (half == "unsigned int" ? "32" : "16") + ")");
}

bool Translator::convert(const Instruction& instruction) {
    if (instruction.modifiers == Words{"rna", "tf32", "f32"} && instruction.operands.size() == 2) {
        const std::string exact = value(instruction.operands[1], "float");
        return !exact.empty() &&
               assign(instruction.operands[0], "::cusim::ptx::tf32::rounded(" + exact + ")");
    }
    Words modifiers = instruction.modifiers;
    if (modifiers.size() < 2 || instruction.operands.size() != 2) return false;
    const Type* const from = type_of(modifiers.back());
    const Type* const to = type_of(modifiers[modifiers.size() - 2]);
    modifiers.resize(modifiers.size() - 2);
    take(modifiers, "ftz");
    if (!from || !to || modifiers.size() > 1) return false;
    const std::string rounding = modifiers.empty() ? "" : modifiers[0];
    std::string number = value(instruction.operands[1], from->cpp);
    if (number.empty()) return false;
    if (is_float(*from) && !is_float(*to)) {
        constexpr std::array<std::array<std::string_view, 2>, 4> functions = {
            {{"rzi", "__builtin_trunc"},
             {"rni", "__builtin_nearbyint"},
             {"rmi", "__builtin_floor"},
             {"rpi", "__builtin_ceil"}}};
        const std::string function(look_up(functions, rounding));
        if (function.empty()) return false;
        number = "::cusim::ptx::to_integer<" + std::string(to->cpp) + ">(" + function + "(" +
                 number + "))";
    } else {
        const bool rounds = is_float(*to) && (!is_float(*from) || to->cpp == "float");
        if (rounding != (rounds && from->cpp != to->cpp ? "rn" : "")) return false;
        number = "(" + std::string(to->cpp) + ")" + number;
    }
    return assign(instruction.operands[0], number);
}

bool Translator::convert_address(const Instruction& instruction) {
    Words modifiers = instruction.modifiers;
    const bool to_space = take(modifiers, "to");
    if (modifiers.size() != 2 || instruction.operands.size() != 2) return false;
    const Type* const type = type_of(modifiers[1]);
    if (!type || !among(state_spaces, modifiers[0]) || modifiers[1][0] != 'u') return false;
    const std::string from = value(instruction.operands[1], "unsigned long long");
    if (from.empty()) return false;
    const std::string window = modifiers[0] == "shared" ? std::string(to_space ? " - " : " + ") +
                                                              "::cusim::detail::shared_window()"
                                                        : "";
    return assign(instruction.operands[0], from + window);
}

}  // namespace cusim::simcc::ptx
