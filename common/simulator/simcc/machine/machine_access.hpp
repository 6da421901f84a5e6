// What an instruction does to memory and to the general registers.
#pragma once

#include <optional>
#include <vector>

#include "simulator/simcc/machine/machine_line.hpp"

namespace cusim::simcc {

enum class Touch : char { read = 'r', write = 'w', update = 'u' };

struct MachineAccess {
    const Operand* where = nullptr;
    Touch touch = Touch::read;
    unsigned bytes = 0;
};

/// For the string instructions, whose operands are %rdi and %rsi: how much each repetition moves.
struct StringAccess {
    bool reads_rsi = false, reads_rdi = false, writes_rdi = false;
    unsigned bytes = 0;
};

struct MachineEffect {
    std::optional<MachineAccess> access;  // by an operand that names memory
    std::optional<StringAccess> string;
    std::vector<std::uint8_t> written;  // registers, except %rsp by push, pop, call and ret
};

/// Returns nullopt for an unknown instruction, whose accesses are then unknown, too.
std::optional<MachineEffect> effect_of(const Instruction& instruction);

}  // namespace cusim::simcc
