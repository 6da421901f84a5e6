#include "simulator/simcc/ptx/ptx.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "simulator/simcc/ptx/ptx_translator.hpp"

namespace cusim::simcc::ptx {
namespace {

bool is_number(std::string_view text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
}

std::string literal(std::string_view operand, std::string_view type) {
    const std::string text(operand);
    const bool digit = !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) ||
                                         (text[0] == '-' && text.size() > 1));
    if (!digit) return "";
    if (text.starts_with("0f") || text.starts_with("0F"))
        return "::cusim::ptx::as<" + std::string(type) + ">(0x" + text.substr(2) + "u)";
    if (text.starts_with("0d") || text.starts_with("0D"))
        return "::cusim::ptx::as<" + std::string(type) + ">(0x" + text.substr(2) + "ull)";
    return "(" + std::string(type) + ")(" + text + ")";
}

}  // namespace

PtxTranslation Translator::run() {
    const std::string text = without_comments();
    std::size_t begin = 0;
    while (begin < text.size()) {
        begin = std::min(text.find_first_not_of(" \t\n\r;", begin), text.size());
        if (begin == text.size()) break;
        if (text[begin] == '{' || text[begin] == '}') {
            out_ += text[begin++];
            continue;
        }
        const std::size_t end = std::min(text.find(';', begin), text.size());
        const std::string statement = trimmed(std::string_view(text).substr(begin, end - begin));
        if (!statement_is_translated(statement)) return {"", statement, begin};
        begin = end;
    }
    if (uses_carry_) out_ = "bool __cusim_ptx_carry = false; " + out_;
    return {out_, "", 0};
}

std::string Translator::without_comments() const {
    std::string text(assembly_);
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const bool line = text.compare(i, 2, "//") == 0;
        if (!line && text.compare(i, 2, "/*") != 0) continue;
        const std::size_t found = line ? text.find('\n', i) : text.find("*/", i + 2);
        const std::size_t end =
            std::min(found == text.npos ? found : found + (line ? 0 : 2), text.size());
        std::fill(text.begin() + long(i), text.begin() + long(end), ' ');
    }
    return text;
}

bool Translator::statement_is_translated(const std::string& statement) {
    if (statement.starts_with(".reg")) return declare(statement);
    const Instruction instruction = read_instruction(statement);
    const std::size_t before = out_.size();
    if (!instruction.guard.empty()) {
        const bool negated = instruction.guard[0] == '!';
        const std::string predicate = place(instruction.guard.substr(negated));
        if (predicate.empty()) return false;
        out_ += std::string("if (") + (negated ? "!" : "") + predicate + ") ";
    }
    out_ += "{ ";
    if (!translate(instruction)) {
        out_.resize(before);
        return false;
    }
    out_ += "; } ";
    return true;
}

bool Translator::declare(const std::string& statement) {
    const Instruction declaration = read_instruction(statement.substr(1));
    if (!declaration.modifiers.empty()) return false;
    const std::string rest = trimmed(std::string_view(statement).substr(4));
    const std::size_t blank = rest.find_first_of(" \t\n");
    if (!rest.starts_with('.') || blank == rest.npos) return false;
    const Type* const type = type_of(rest.substr(1, blank - 1));
    if (!type) return false;
    constexpr int most_registers = 4096;  // with one name: more than any program uses
    for (std::string name : split_operands(rest.substr(blank))) {
        name.erase(0, name.find_first_not_of('%'));
        if (name.empty()) return false;
        const std::size_t angle = name.find('<');
        const int count = angle == name.npos ? 1 : std::atoi(name.c_str() + angle + 1);
        if (count < 0 || count > most_registers) return false;
        for (int n = 0; n < count; ++n)
            declare(angle == name.npos ? name : name.substr(0, angle) + std::to_string(n), *type);
    }
    return true;
}

void Translator::declare(const std::string& name, const Type& type) {
    declared_.insert(name);
    out_ += "[[maybe_unused]] " + std::string(type.without_sign) + " __cusim_reg_" + name + "; ";
}

std::string Translator::place(std::string_view operand) const {
    if (operand.starts_with('%') && operand.size() > 1 && std::isdigit(operand[1]))
        return is_number(operand.substr(1)) ? "__cusim_ptx_" + std::string(operand.substr(1)) : "";
    while (operand.starts_with('%')) operand.remove_prefix(1);
    const std::string name(operand);
    return declared_.contains(name) ? "__cusim_reg_" + name : "";
}

std::string Translator::value(std::string_view operand, std::string_view type) const {
    const std::string of_type = "<" + std::string(type) + ">(";
    if (const std::string name = place(operand); !name.empty())
        return "::cusim::ptx::as" + of_type + name + ")";
    std::string_view bare = operand;
    while (bare.starts_with('%')) bare.remove_prefix(1);
    if (bare.size() < operand.size() || bare == "WARP_SZ") {
        const std::string_view special = look_up(special_registers, bare);
        if (special.empty()) return "";
        return "::cusim::ptx::as" + of_type + std::string(special) + ")";
    }
    return literal(operand, type);
}

std::string Translator::address(std::string_view operand, std::string_view space,
                                const std::string& pointee) const {
    if (!operand.starts_with('[') || !operand.ends_with(']')) return "";
    std::string inner = trimmed(operand.substr(1, operand.size() - 2));
    std::string offset;
    const std::size_t sign = inner.find_first_of("+-", 1);
    if (sign != inner.npos) {
        offset = trimmed(inner.substr(inner[sign] == '+' ? sign + 1 : sign));
        inner = trimmed(inner.substr(0, sign));
    }
    const std::string base = place(inner);
    if (base.empty()) return "";
    std::string sum = "::cusim::ptx::as<unsigned long long>(" + base + ")";
    if (!offset.empty()) {
        const std::string distance = literal(offset, "long long");
        if (distance.empty()) return "";
        sum += " + " + distance;
    }
    return "::cusim::ptx::" + std::string(space == "shared" ? "shared" : "generic") + "<" +
           pointee + ">(" + sum + ")";
}

bool Translator::assign(std::string_view target, const std::string& expression) {
    if (target == "_") {
        out_ += expression;
        return true;
    }
    const std::string name = place(target);
    if (name.empty()) return false;
    out_ += "::cusim::ptx::set(" + name + ", " + expression + ")";
    return true;
}

bool Translator::translate(const Instruction& instruction) {
    const std::string& name = instruction.name;
    if (name == "mov") return move(instruction);
    if (name == "cvt") return convert(instruction);
    if (name == "cvta") return convert_address(instruction);
    if (name == "setp") return compare(instruction);
    if (name == "ld" || name == "ldu") return load(instruction);
    if (name == "st") return store(instruction);
    if (name == "atom" || name == "red") return atomic(instruction);
    if (name == "membar" || name == "fence") return fence(instruction);
    if ((name == "bar" || name == "barrier") && barrier(instruction)) return true;
    if (name == "cp") return copy_async(instruction);
    if (name == "ldmatrix") return load_matrix(instruction);
    if (name == "mma") return multiply_matrices(instruction);
    if (has_carry(instruction)) return with_carry(instruction);
    return without_operands(instruction) || row(instruction);
}

bool Translator::barrier(const Instruction& instruction) {
    Words kind = instruction.modifiers;
    take(kind, "cta");
    take(kind, "aligned");
    if (kind == Words{"sync"} && instruction.operands == Words{"0"}) {
        out_ += "__syncthreads()";
        return true;
    }
    return barrier_of(kind, instruction.operands);
}

/// The operands are the result of a reduction, the barrier's number, the number of threads where it
/// is given, and the predicate of a reduction.
bool Translator::barrier_of(const Words& kind, const Words& operands) {
    const bool reduces = kind.size() == 3 && kind[0] == "red";
    const bool arrives = kind == Words{"arrive"};
    if (!reduces && !arrives && kind != Words{"sync"}) return false;
    const std::size_t others = reduces ? 2 : 0;
    const bool threads_given = operands.size() == others + 2;
    if (!threads_given && (arrives || operands.size() != others + 1)) return false;

    const std::size_t first = reduces ? 1 : 0;
    const std::string number = value(operands[first], "unsigned int");
    const std::string threads =
        threads_given ? value(operands[first + 1], "unsigned int") : std::string{"0"};
    if (number.empty() || threads.empty()) return false;
    const std::string arguments = "(" + number + ", " + threads;
    if (!reduces) {
        out_ +=
            (arrives ? "::cusim::detail::numbered_arrival" : "::cusim::detail::numbered_barrier") +
            arguments + ")";
        return true;
    }

    std::string_view predicate = operands.back();
    const bool negated = predicate.starts_with('!');
    if (negated) predicate.remove_prefix(1);
    const std::string holds = value(predicate, "bool");
    const bool counts = kind[1] == "popc" && kind[2] == "u32";
    const bool all = kind[1] == "and" && kind[2] == "pred";
    const bool any = kind[1] == "or" && kind[2] == "pred";
    if (holds.empty() || !(counts || all || any)) return false;
    // Of all threads the predicate holds if it fails for none.
    const std::string counted = std::string(negated != all ? "!" : "") + holds;
    const std::string count =
        "::cusim::detail::numbered_barrier" + arguments + ", " + counted + ")";
    return assign(operands[0], counts ? count : "(" + count + (all ? " == 0)" : " != 0)"));
}

bool Translator::without_operands(const Instruction& instruction) {
    std::string code = instruction.name;
    for (const std::string& word : instruction.modifiers) code += "." + word;
    const Words& operands = instruction.operands;
    if (code == "bar.warp.sync" && operands.size() == 1)
        return call_with_mask("__syncwarp", operands[0]);
    else if (code == "activemask.b32" && operands.size() == 1)
        return assign(operands[0], "__activemask()");
    else if (code == "trap" && operands.empty())
        out_ += "__trap()";
    else if (code == "griddepcontrol.wait" && operands.empty())
        out_ += "cudaGridDependencySynchronize()";
    else if (code == "griddepcontrol.launch_dependents" && operands.empty())
        out_ += "cudaTriggerProgrammaticLaunchCompletion()";
    else if (code == "nanosleep.u32" && operands.size() == 1)
        return call_with_mask("__nanosleep", operands[0]);
    else if (instruction.name == "prefetch" || instruction.name == "prefetchu")
        return true;
    else
        return false;
    return true;
}

bool Translator::call_with_mask(const std::string& function, std::string_view operand) {
    const std::string mask = value(operand, "unsigned int");
    out_ += function + "(" + mask + ")";
    return !mask.empty();
}

}  // namespace cusim::simcc::ptx

namespace cusim::simcc {

PtxTranslation translate_ptx(std::string_view assembly) {
    return ptx::Translator(assembly).run();
}

std::string ptx_operand(std::size_t number) {
    return "__cusim_ptx_" + std::to_string(number);
}

}  // namespace cusim::simcc
