// Asynchronous copies to shared memory, and the matrices of a warp.
#include "simulator/simcc/ptx/ptx_translator.hpp"

namespace cusim::simcc::ptx {
namespace {

/// The shapes of m16n8 matrices, for elements of which a register holds `per_register`.
struct Elements {
    std::string_view name;
    int per_register;
    bool whole;
};
constexpr Elements elements[] = {
    {"f16", 2, false}, {"bf16", 2, false}, {"tf32", 1, false}, {"s8", 4, true}, {"u8", 4, true}};

/// `::cusim::ptx::name(arguments)`
std::string call(std::string_view name, const std::string& arguments) {
    return "::cusim::ptx::" + std::string(name) + "(" + arguments + ")";
}

}  // namespace

bool Translator::copy_async(const Instruction& instruction) {
    Words modifiers = instruction.modifiers;
    const Words& operands = instruction.operands;
    if (modifiers.empty() || modifiers[0] != "async") return false;
    modifiers.erase(modifiers.begin());
    if (modifiers == Words{"commit_group"} && operands.empty()) {
        out_ += "::cusim::detail::commit_copies()";
        return true;
    }
    if (modifiers == Words{"wait_all"} && operands.empty()) {
        out_ += call("wait_for_all_copies", "");
        return true;
    }
    if (modifiers == Words{"wait_group"} && operands.size() == 1) {
        const std::string prior = value(operands[0], "unsigned int");
        out_ += "::cusim::detail::wait_for_commits(" + prior + ")";
        return !prior.empty();
    }
    const bool near = take(modifiers, "shared::cta") || take(modifiers, "shared");
    const bool cached = take(modifiers, "ca") || take(modifiers, "cg");
    if (!near || !cached || !take(modifiers, "global")) return false;
    for (const std::string_view hint : {"L2::64B", "L2::128B", "L2::256B"}) take(modifiers, hint);
    if (!modifiers.empty() || operands.size() < 3 || operands.size() > 4) return false;
    const std::string to = address(operands[0], "shared", "void");
    const std::string from = address(operands[1], "global", "const void");
    const std::string size = value(operands[2], "unsigned int");
    const std::string of_source = value(operands.back(), "unsigned int");
    if (to.empty() || from.empty() || size.empty() || of_source.empty()) return false;
    out_ += call("copy_async", to + ", " + from + ", " + size + ", " + of_source);
    return true;
}

/// `ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];`
bool Translator::load_matrix(const Instruction& instruction) {
    Words modifiers = instruction.modifiers;
    const bool transposed = take(modifiers, "trans");
    if (!take(modifiers, "shared")) take(modifiers, "shared::cta");
    if (modifiers.size() != 5 || instruction.operands.size() != 2) return false;
    const std::string count = modifiers[3];
    modifiers.erase(modifiers.begin() + 3);
    if (modifiers != Words{"sync", "aligned", "m8n8", "b16"}) return false;
    const Words parts = parts_of(instruction.operands[0]);
    if (count != "x" + std::to_string(parts.size()) || parts.size() == 3 || parts.size() > 4)
        return false;
    const std::string row = address(instruction.operands[1], "shared", "void");
    if (row.empty()) return false;
    out_ += "const auto __cusim_row = (unsigned long long)" + row;
    for (std::size_t n = 0; n < parts.size(); ++n) {
        out_ += "; ";
        if (!assign(parts[n], call("matrix_part", "__cusim_row, " + std::to_string(n) + ", " +
                                                      (transposed ? "true" : "false"))))
            return false;
    }
    return true;
}

/// `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {…}, {…}, {…}, {…};`
bool Translator::multiply_matrices(const Instruction& instruction) {
    const Words& kind = instruction.modifiers;
    if (kind.size() != 9 || instruction.operands.size() != 4) return false;
    const Elements* const a = look_up(elements, kind[6]);
    const Elements* const b = look_up(elements, kind[7]);
    const std::string& sum = kind[5];
    if (kind[0] != "sync" || kind[1] != "aligned" || kind[3] != "row" || kind[4] != "col" ||
        kind[8] != sum || !a || !b)
        return false;
    if (a->whole ? !b->whole || sum != "s32" : a != b) return false;
    const bool halves = sum == "f16" && a->name == "f16";
    if (!a->whole && !halves && sum != "f32") return false;

    Words parts[4];  // of D, A, B and C
    for (int n = 0; n < 4; ++n) parts[n] = parts_of(instruction.operands[n]);
    const std::size_t sums = halves ? 2 : 4, inner = parts[2].size() * 4 * a->per_register;
    if (kind[2] != "m16n8k" + std::to_string(inner) || parts[1].size() != 2 * parts[2].size() ||
        parts[3].size() != sums || parts[0].size() != sums)
        return false;
    const std::string type = a->whole ? "int" : "float";
    if (!list("unsigned int", "a", parts[1]) || !list("unsigned int", "b", parts[2]) ||
        !list(halves ? "unsigned int" : type, "c", parts[3]))
        return false;
    out_ += type + " __cusim_d[4]; ";
    out_ += call("multiply<::cusim::ptx::" + std::string(a->name) +
                     ", ::cusim::ptx::" + std::string(b->name) + ">",
                 std::string("__cusim_d, __cusim_a, __cusim_b, ") +
                     (halves ? "::cusim::ptx::unpacked(__cusim_c).of" : "__cusim_c"));
    for (std::size_t n = 0; n < sums; ++n) {
        const std::string first = std::to_string(halves ? 2 * n : n);
        out_ += "; ";
        if (!assign(parts[0][n], halves ? call("f16::packed", "__cusim_d[" + first +
                                                                  "], __cusim_d[" + first + " + 1]")
                                        : "__cusim_d[" + first + "]"))
            return false;
    }
    return true;
}

bool Translator::list(const std::string& type, const std::string& name, const Words& registers) {
    std::string values;
    for (const std::string& one : registers) {
        const std::string element = value(one, type);
        if (element.empty()) return false;
        values += (values.empty() ? "" : ", ") + element;
    }
    out_ += "const " + type + " __cusim_" + name + "[] = {" + values + "}; ";
    return true;
}

}  // namespace cusim::simcc::ptx
