// Tracks what is known of registers and stack slots from one instruction to the next: enough to see
// that an access and the hook before it use the same address. Values are only compared, never
// computed. Each is a sum of unknowns, which has a name, plus a constant distance.
//
// Guarantee: two addresses that compare equal are equal. Whenever there is doubt (a label, an
// unknown instruction, a store that may have hit the stack), what was known is forgotten.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "simulator/simcc/machine/machine_access.hpp"

namespace cusim::simcc {

struct Value {
    std::uint32_t name = 0;
    std::int64_t offset = 0;
    bool operator==(const Value&) const = default;
};

class MachineValues {
  public:
    /// A function begins. `frame_pointer`: %rbp holds one in the whole function, once it is set.
    void begin(bool frame_pointer);
    /// Control may come from elsewhere, too.
    void forget_all();
    /// A function was called that may have changed any variable.
    void after_call();
    /// A hook was called, which changes no variable of the program.
    void after_hook();
    /// `effect`: the result of effect_of(instruction); nullptr if it is not known.
    void pass(const Instruction& instruction, const MachineEffect* effect);

    Value in_register(std::uint8_t number);
    /// The address of the operand. Addresses in other segments (%fs) are never equal to any.
    Value address(const MemoryOperand& memory);
    static bool is_number(const Value& value) { return value.name == number_name; }

    /// Whether this is an address in the stack, and how far above the stack pointer.
    bool in_frame(const Value& value) const { return value.name == stack_name; }
    std::int64_t above_stack_pointer(const Value& value) {
        return value.offset - in_register(rsp).offset;
    }
    bool by_frame_pointer(const Value& value) const { return value.name == frame_name; }

  private:
    static constexpr std::uint32_t number_name = 1, stack_name = 2, frame_name = 3, first_free = 4;

    // The unknowns of a sum, by name, and how often each occurs.
    using Terms = std::vector<std::pair<std::uint32_t, std::int64_t>>;
    enum class Widening : std::uint8_t { zeros, sign };

    Value fresh() { return {next_name_++, 0}; }
    Terms terms_of(std::uint32_t name) const;
    Value sum(const Value& a, const Value& b, std::int64_t times);
    /// The lower half of `value`, extended by zeros or its sign.
    Value widened(Value value, Widening how);
    void set(const Register& reg, Value value);
    Value operand_value(const Operand& operand);
    void store(const MachineAccess& access, const Instruction& instruction);
    void move_stack_pointer(std::int64_t by);
    bool pass_known_forms(const Instruction& instruction);
    bool pass_stack(const Instruction& instruction);
    bool pass_copy(const Instruction& instruction, const Register& target);
    bool pass_sum(const Instruction& instruction, const Register& target);
    void clear_slots() { slots_.clear(); }

    std::array<Value, 16> registers_{};
    std::map<std::pair<std::uint32_t, std::int64_t>, Value> slots_;  // of 8 bytes
    std::map<Terms, std::uint32_t> sums_;
    std::map<std::uint32_t, Terms> terms_;  // of names in sums_
    std::map<std::tuple<std::uint32_t, std::int64_t, Widening>, Value> widened_;
    std::map<std::uint32_t, Value> widened_from_;
    std::map<std::string, std::uint32_t, std::less<>> symbols_;
    std::uint32_t next_name_ = first_free;
    bool frame_pointer_ = false;
};

}  // namespace cusim::simcc
