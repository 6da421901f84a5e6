// The parts of one PTX instruction: `@p add.cc.u32 a, b, c` is a guard, a name, modifiers and
// operands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cusim::simcc::ptx {

using Words = std::vector<std::string>;

struct Instruction {
    std::string guard;  ///< `p` or `!p`; empty where it is always carried out
    std::string name;   ///< `add` of add.cc.u32
    Words modifiers;    ///< `cc`, `u32`
    Words operands;
};

std::string trimmed(std::string_view text);
/// At the commas outside of brackets and braces.
Words split_operands(std::string_view text);
Instruction read_instruction(std::string_view text);

/// Takes a modifier out of those that are left; false where it is not there.
bool take(Words& words, std::string_view word);

bool has_carry(const Instruction& instruction);
Words parts_of(std::string_view braces);

}  // namespace cusim::simcc::ptx
