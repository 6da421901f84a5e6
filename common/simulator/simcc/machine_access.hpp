// What an instruction does to memory and to the general registers.
#pragma once

#include <optional>
#include <vector>

#include "simulator/simcc/machine_line.hpp"

namespace cusim::simcc {

enum class Touch : char { read = 'r', write = 'w', update = 'u' };

struct MachineAccess {
    const Operand* where = nullptr;
    Touch touch = Touch::read;
    unsigned bytes = 0;
};

/// The string instructions, whose operands are %rdi and %rsi: how much each turn moves.
struct StringAccess {
    bool reads_rsi = false, reads_rdi = false, writes_rdi = false;
    unsigned bytes = 0;
};

struct MachineEffect {
    std::optional<MachineAccess> access;  // by an operand that names memory
    std::optional<StringAccess> string;
    std::vector<std::uint8_t> written;  // registers, but for %rsp by push, pop, call and ret
};

/// nullopt where the instruction is not known; what it may touch is then not known either.
std::optional<MachineEffect> effect_of(const Instruction& instruction);

}  // namespace cusim::simcc
