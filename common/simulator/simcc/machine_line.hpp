// One line of a compiler's assembly (AT&T's syntax, x86-64), in parts. Nothing is copied: all views
// point into the line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cusim::simcc {

/// A general register by its number in machine code (0 rax, 1 rcx, …, 4 rsp, 5 rbp, …), and how
/// many of its bytes are meant.
struct Register {
    std::uint8_t number = 0;
    std::uint8_t bytes = 8;
};
constexpr std::uint8_t rax = 0, rcx = 1, rdx = 2, rbx = 3, rsp = 4, rbp = 5, rsi = 6, rdi = 7;

/// nullopt for what is no general register: %xmm0, %st(1), %rip.
std::optional<Register> general_register(std::string_view text);

/// Where in memory an operand lies: segment:symbol+offset(base, index, scale). What is not there is
/// empty, or 0.
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
    bool indirect = false;  // a call or jump to where its operand says
};

/// A number as the assembler takes it: 12, -8, 0x1f.
std::optional<std::int64_t> number_of(std::string_view text);

/// nullopt where the text is no instruction, or cannot be read.
std::optional<Instruction> read_instruction(std::string_view text);

/// "name" of "name:", possibly before something else; empty where the line is no label.
std::string_view label_of(std::string_view line);

std::string_view without_blanks(std::string_view line);

/// Of `.section .text._Z1fv,"axG",@progbits,_Z1fv,comdat` the last word but one: the linker takes
/// or leaves as one what has this name. Empty where there is none.
std::string_view group_of_section(std::string_view section);

}  // namespace cusim::simcc
