// One line of a compiler's assembly (AT&T syntax, x86-64), split into parts. Nothing is copied: all
// views point into the line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cusim::simcc {

/// A general register by its number in machine code (0 rax, 1 rcx, …, 4 rsp, 5 rbp, …), and how
/// many of its bytes are used.
struct Register {
    std::uint8_t number = 0;
    std::uint8_t bytes = 8;
};
constexpr std::uint8_t rax = 0, rcx = 1, rdx = 2, rbx = 3, rsp = 4, rbp = 5, rsi = 6, rdi = 7;

/// Returns nullopt for any other operand: %xmm0, %st(1), %rip.
std::optional<Register> general_register(std::string_view text);

/// The address of a memory operand: segment:symbol+offset(base, index, scale). Missing parts are
/// empty or 0.
struct MemoryOperand {
    std::string_view segment, symbol, base, index;
    std::int64_t offset = 0;
    unsigned scale = 1;
};

struct Operand {
    enum class Form { immediate, in_register, memory } form = Form::immediate;
    std::string_view text;
    MemoryOperand memory;
};

struct Instruction {
    std::string_view prefix;  // lock, rep, …
    std::string_view mnemonic;
    std::vector<Operand> operands;
    bool indirect = false;  // a call or jump to the address in its operand
};

/// A number in the assembler's syntax: 12, -8, 0x1f.
std::optional<std::int64_t> number_of(std::string_view text);

/// Returns nullopt if the text is no instruction, or cannot be read.
std::optional<Instruction> read_instruction(std::string_view text);

/// The "name" of "name:", which other text may follow; empty if the line is no label.
std::string_view label_of(std::string_view line);

std::string_view without_blanks(std::string_view line);

/// For `.section .text._Z1fv,"axG",@progbits,_Z1fv,comdat`: the last word but one, the group that
/// the linker keeps or drops as a whole. Empty if there is none.
std::string_view group_of_section(std::string_view section);

}  // namespace cusim::simcc
