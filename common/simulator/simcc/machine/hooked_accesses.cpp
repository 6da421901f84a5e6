#include "simulator/simcc/machine/hooked_accesses.hpp"

#include <algorithm>
#include <string_view>

namespace cusim::simcc {
namespace {

/// What the name of a hook says: __tsan_read4, __tsan_unaligned_write8, __tsan_volatile_read16.
struct Hook {
    bool is_hook = false;  // of accesses, blocks or bounds: changes no variable of the program
    bool reads = false, writes = false;
    unsigned bytes = 0;  // 0: in %rsi
};

Hook hook_of(std::string_view name) {
    if (const std::size_t at = name.find('@'); at != name.npos) name = name.substr(0, at);
    if (name.starts_with("__sanitizer_cov_")) return {};  // another thread may run meanwhile
    Hook hook{.is_hook = name.starts_with("__tsan_") || name.starts_with("__ubsan_")};
    if (!name.starts_with("__tsan_")) return hook;
    name.remove_prefix(7);
    for (const std::string_view word : {"unaligned_", "volatile_"})
        if (name.starts_with(word)) name.remove_prefix(word.size());
    if (name.starts_with("atomic")) return {};
    if (name == "vptr_read" || name == "vptr_update")
        return {true, name == "vptr_read", name != "vptr_read", 8};
    hook.reads = name.starts_with("read");
    hook.writes = name.starts_with("write") || name.starts_with("read_write");
    const std::size_t digit = name.find_first_of("0123456789");
    if (digit != name.npos)
        hook.bytes = static_cast<unsigned>(number_of(name.substr(digit)).value_or(0));
    return hook;
}

}  // namespace

void HookedAccesses::begin(const FunctionFrame& frame) {
    frame_ = frame;
    values_.begin(frame.frame_pointer);
    announced_.clear();
}

void HookedAccesses::forget() {
    values_.forget_all();
    announced_.clear();
}

void HookedAccesses::pass(const Instruction& instruction, const MachineEffect* effect) {
    if (instruction.mnemonic.starts_with("call"))
        pass_call(instruction);
    else
        values_.pass(instruction, effect);
}

void HookedAccesses::pass_call(const Instruction& instruction) {
    const std::string_view name =
        instruction.operands.empty() ? std::string_view{} : instruction.operands[0].text;
    const Hook hook = instruction.indirect ? Hook{} : hook_of(name);
    if (!hook.is_hook) {
        announced_.clear();
        return values_.after_call();
    }
    if (hook.reads || hook.writes) {
        const Value size = values_.in_register(rsi);
        const bool told = hook.bytes > 0 || MachineValues::is_number(size);
        const std::int64_t bytes = hook.bytes > 0 ? hook.bytes : size.offset;
        if (told) announced_.push_back({values_.in_register(rdi), bytes, hook.reads, hook.writes});
    }
    values_.after_hook();
}

bool HookedAccesses::are_announced(const Value& value, std::int64_t bytes, bool read) const {
    return std::ranges::any_of(announced_, [&](const Announced& hook) {
        const std::int64_t from = value.offset - hook.address.offset;
        return value.name == hook.address.name && from >= 0 && from + bytes <= hook.bytes &&
               (read ? hook.read : hook.written);
    });
}

bool HookedAccesses::are_announced(const Value& value, std::int64_t bytes, Touch touch) const {
    return (touch == Touch::write || are_announced(value, bytes, true)) &&
           (touch == Touch::read || are_announced(value, bytes, false));
}

/// A constant address between the stack pointer and the arguments that the caller has put on the
/// stack.
bool HookedAccesses::is_in_own_frame(const Value& value) {
    constexpr std::int64_t arguments = 512;
    if (values_.in_frame(value)) {
        const std::int64_t above = values_.above_stack_pointer(value);
        return above >= 0 && above < frame_.bytes + arguments;
    }
    if (!values_.by_frame_pointer(value)) return false;
    return value.offset >= -frame_.bytes && value.offset < arguments;
}

bool HookedAccesses::cover(const MachineAccess& access) {
    const Value value = values_.address(access.where->memory);
    return is_in_own_frame(value) || are_announced(value, access.bytes, access.touch);
}

bool HookedAccesses::cover(std::uint8_t address, unsigned bytes, bool repeated, Touch touch) {
    const Value value = values_.in_register(address), count = values_.in_register(rcx);
    if (repeated && !MachineValues::is_number(count)) return false;
    const std::int64_t turns = repeated ? count.offset : 1;
    return values_.in_frame(value) || are_announced(value, turns * bytes, touch);
}

bool HookedAccesses::cover_fill_or_copy(bool copies) {
    const Value size = values_.in_register(rdx);
    return MachineValues::is_number(size) &&
           are_announced(values_.in_register(rdi), size.offset, Touch::write) &&
           (!copies || are_announced(values_.in_register(rsi), size.offset, Touch::read));
}

}  // namespace cusim::simcc
