// The parts of one PTX instruction: `@p add.cc.u32 a, b, c` has a guard, a name, modifiers and
// operands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cusim::simcc::ptx {

using Words = std::vector<std::string>;

struct Instruction {
    std::string guard;  ///< `p` or `!p`; empty if there is no condition
    std::string name;   ///< such as `add` in add.cc.u32
    Words modifiers;    ///< `cc`, `u32`
    Words operands;
};

std::string trimmed(std::string_view text);
/// Splits at commas outside brackets and braces.
Words split_operands(std::string_view text);
Instruction read_instruction(std::string_view text);

/// Removes a modifier from the remaining ones; returns false if it is not among them.
bool take(Words& words, std::string_view word);

bool has_carry(const Instruction& instruction);
Words parts_of(std::string_view braces);

}  // namespace cusim::simcc::ptx
