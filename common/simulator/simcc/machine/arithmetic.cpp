#include "simulator/simcc/machine/arithmetic.hpp"

#include <algorithm>
#include <string_view>

namespace cusim::simcc {
namespace {

// A product of two numbers that is added to a sum is a step. Blocks of ordinary loops are left as
// they are.
constexpr unsigned operations_of_a_step = 2, fewest = 8;
// A product in ordinary code, with the addresses of its factors, takes more instructions than a
// step.
constexpr unsigned instructions_of_a_step = 4, fewest_instructions = 128;

std::string_view called_name(const Instruction& instruction) {
    if (instruction.operands.empty()) return {};
    const std::string_view text = instruction.operands[0].text;
    return text.substr(0, text.find('@'));
}

/// Calls of the hooks and of the runtime, which are no arithmetic of the program's.
bool is_ours(std::string_view name) {
    return name.starts_with("__tsan_") || name.starts_with("__sanitizer_") ||
           name.starts_with("__cusim_");
}

bool is_hook(const Instruction& instruction) {
    return instruction.mnemonic.starts_with("call") && is_ours(called_name(instruction));
}

unsigned operations_of(const Instruction& instruction) {
    std::string_view name = instruction.mnemonic;
    // What a library computes: fmaf, for example. The program's own functions have hooks.
    if (name.starts_with("call"))
        return is_ours(called_name(instruction)) ? 0 : operations_of_a_step;
    if (name.starts_with("imul") || name == "mul" || name == "mulq" || name == "mull") return 1;
    if (name.starts_with('v')) name.remove_prefix(1);
    if (name.starts_with("fm") || name.starts_with("fnm")) return operations_of_a_step;
    if (name.size() < 5) return 0;
    const std::string_view type = name.substr(name.size() - 2), operation = name.substr(0, 3);
    if (std::string_view names = "add sub mul div sqr"; names.find(operation) == names.npos)
        return 0;
    if (type == "ss" || type == "sd") return 1;
    if (type == "ps") return 4;
    return type == "pd" ? 2 : 0;
}

}  // namespace

void Arithmetic::pass(const Instruction& instruction, std::string& out) {
    if (instruction.mnemonic.starts_with("call") &&
        called_name(instruction) == "__sanitizer_cov_trace_pc") {
        end(out);
        begin_ = out.size();
        return;
    }
    operations_ += operations_of(instruction);
    if (!is_hook(instruction)) ++instructions_;
}

void Arithmetic::end(std::string& out) {
    const unsigned steps =
        std::max(operations_ >= fewest ? operations_ / operations_of_a_step : 0,
                 instructions_ >= fewest_instructions ? instructions_ / instructions_of_a_step : 0);
    if (begin_ != out.npos && steps > 0)
        out.insert(begin_,
                   "\tmovl\t$" + std::to_string(steps) + ", %edi\n\tcall\t__cusim_arithmetic\n");
    begin_ = out.npos;
    operations_ = instructions_ = 0;
}

}  // namespace cusim::simcc
