// Which accesses of the program a hook has announced, at one point of a function: what is known of
// the addresses in registers (machine_values.hpp), and what the hooks before it were called with.
#pragma once

#include <cstdint>
#include <vector>

#include "simulator/simcc/machine/assembly_file.hpp"
#include "simulator/simcc/machine/machine_access.hpp"
#include "simulator/simcc/machine/machine_values.hpp"

namespace cusim::simcc {

class HookedAccesses {
  public:
    void begin(const FunctionFrame& frame);
    /// Control may come from elsewhere, too.
    void forget();
    /// After code that calls hooks of bounds, and does nothing else.
    void after_hook() { values_.after_hook(); }
    /// `effect`: the result of effect_of(instruction); nullptr if it is not known.
    void pass(const Instruction& instruction, const MachineEffect* effect);

    /// Whether a hook has announced the access, or it is in the function's own frame.
    bool cover(const MachineAccess& access);
    /// Of an instruction such as movsb: the access at the address in a register. `repeated`: as
    /// often as %rcx says.
    bool cover(std::uint8_t address, unsigned bytes, bool repeated, Touch touch);
    /// Whether hooks have announced all that a call of memset accesses, or of memcpy (`copies`).
    bool cover_fill_or_copy(bool copies);

  private:
    struct Announced {
        Value address;
        std::int64_t bytes;
        bool read, written;
    };

    void pass_call(const Instruction& instruction);
    bool are_announced(const Value& value, std::int64_t bytes, bool read) const;
    bool are_announced(const Value& value, std::int64_t bytes, Touch touch) const;
    bool is_in_own_frame(const Value& value);

    FunctionFrame frame_;
    MachineValues values_;
    std::vector<Announced> announced_;
};

}  // namespace cusim::simcc
