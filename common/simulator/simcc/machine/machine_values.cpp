#include "simulator/simcc/machine/machine_values.hpp"

#include <algorithm>

namespace cusim::simcc {
namespace {

constexpr std::uint8_t kept_over_calls[] = {rbx, rbp, rsp, 12, 13, 14, 15};

std::int64_t immediate(const Operand& operand, bool& known) {
    const auto number = number_of(operand.text.substr(1));
    known = operand.form == Operand::Form::immediate && operand.text.starts_with('$') && number;
    return known ? *number : 0;
}

}  // namespace

void MachineValues::begin(bool frame_pointer) {
    frame_pointer_ = false;
    forget_all();
    frame_pointer_ = frame_pointer;
}

void MachineValues::forget_all() {
    for (Value& value : registers_) value = fresh();
    registers_[rsp] = {stack_name, 0};
    if (frame_pointer_) registers_[rbp] = {frame_name, 0};
    clear_slots();
}

void MachineValues::after_hook() {
    const auto before = registers_;
    for (Value& value : registers_) value = fresh();
    for (const std::uint8_t number : kept_over_calls) registers_[number] = before[number];
}

void MachineValues::after_call() {
    after_hook();
    clear_slots();
}

Value MachineValues::in_register(std::uint8_t number) {
    return registers_[number];
}

void MachineValues::set(const Register& reg, Value value) {
    registers_[reg.number] = reg.bytes == 8 ? value : fresh();
    if (reg.number == rsp && value.name != stack_name) {
        registers_[rsp] = {stack_name, 0};
        clear_slots();
    }
}

MachineValues::Terms MachineValues::terms_of(std::uint32_t name) const {
    if (name == number_name) return {};
    const auto found = terms_.find(name);
    return found == terms_.end() ? Terms{{name, 1}} : found->second;
}

Value MachineValues::sum(const Value& a, const Value& b, std::int64_t times) {
    constexpr std::size_t most_terms = 4;
    Terms terms = terms_of(a.name);
    for (const auto& [unknown, often] : terms_of(b.name)) {
        const auto at = std::ranges::lower_bound(terms, unknown, {}, &Terms::value_type::first);
        if (at != terms.end() && at->first == unknown)
            at->second += often * times;
        else
            terms.insert(at, {unknown, often * times});
    }
    std::erase_if(terms, [](const auto& term) { return term.second == 0; });
    if (terms.size() > most_terms) return fresh();
    const std::int64_t offset = a.offset + b.offset * times;
    if (terms.empty()) return {number_name, offset};
    if (terms.size() == 1 && terms[0].second == 1) return {terms[0].first, offset};
    const auto [found, inserted] = sums_.try_emplace(terms, next_name_);
    if (inserted) terms_[next_name_++] = terms;
    return {found->second, offset};
}

Value MachineValues::widened(Value value, Widening how) {
    if (value.offset == 0)
        if (const auto from = widened_from_.find(value.name); from != widened_from_.end())
            value = from->second;
    const auto [found, inserted] = widened_.try_emplace({value.name, value.offset, how}, Value{});
    if (inserted) {
        found->second = fresh();
        widened_from_[found->second.name] = value;
    }
    return found->second;
}

Value MachineValues::address(const MemoryOperand& memory) {
    if (!memory.segment.empty()) return fresh();
    Value value{number_name, memory.offset};
    if (!memory.symbol.empty()) {
        auto found = symbols_.find(memory.symbol);
        if (found == symbols_.end()) found = symbols_.emplace(memory.symbol, next_name_++).first;
        value.name = found->second;
    }
    if (const auto base = general_register(memory.base))
        value = sum(value, registers_[base->number], 1);
    if (const auto index = general_register(memory.index))
        value = sum(value, registers_[index->number], memory.scale);
    return value;
}

Value MachineValues::operand_value(const Operand& operand) {
    if (operand.form == Operand::Form::in_register) {
        const auto reg = general_register(operand.text);
        return reg && reg->bytes == 8 ? registers_[reg->number] : fresh();
    }
    if (operand.form == Operand::Form::immediate) {
        MemoryOperand place;
        const std::string_view text = operand.text.substr(1);
        if (const auto number = number_of(text)) return {number_name, *number};
        const std::size_t plus = text.rfind('+');
        if (const auto number =
                plus == text.npos ? std::nullopt : number_of(text.substr(plus + 1))) {
            place.offset = *number;
            place.symbol = text.substr(0, plus);
        } else {
            place.symbol = text;
        }
        return address(place);
    }
    const Value place = address(operand.memory);
    if (!operand.memory.index.empty() || (!in_frame(place) && !by_frame_pointer(place)))
        return fresh();
    const auto [slot, inserted] = slots_.try_emplace({place.name, place.offset}, Value{});
    if (inserted) slot->second = fresh();
    return slot->second;
}

void MachineValues::move_stack_pointer(std::int64_t by) {
    registers_[rsp].offset += by;
}

/// Instructions that change the stack pointer.
bool MachineValues::pass_stack(const Instruction& instruction) {
    const std::string_view name = instruction.mnemonic;
    const auto& operands = instruction.operands;
    if (name == "pushq" || name == "push") {
        const Value value = operand_value(operands[0]);
        move_stack_pointer(-8);
        slots_[{stack_name, registers_[rsp].offset}] = value;
        return true;
    }
    if (name != "popq" && name != "pop") return false;
    const auto slot = slots_.find({stack_name, registers_[rsp].offset});
    const Value value = slot == slots_.end() ? fresh() : slot->second;
    move_stack_pointer(8);
    if (const auto reg = general_register(operands[0].text))
        set(*reg, value);
    else
        clear_slots();
    return true;
}

bool MachineValues::pass_copy(const Instruction& instruction, const Register& target) {
    const std::string_view name = instruction.mnemonic;
    const Operand& from = instruction.operands[0];
    Value& value = registers_[target.number];
    if (name == "movq" || name == "movabsq" || name == "mov") {
        set(target, operand_value(from));
        return true;
    }
    // A 32-bit constant clears the upper half: it is an address of the (non-PIE) program, or a
    // number.
    if (name == "movl" && from.form == Operand::Form::immediate) {
        const Value constant = operand_value(from);
        value = is_number(constant) && constant.offset < 0 ? fresh() : constant;
        return true;
    }
    const auto source = general_register(from.text);
    if ((name != "movl" && name != "movslq") || !source) return false;
    value = widened(registers_[source->number], name == "movl" ? Widening::zeros : Widening::sign);
    return true;
}

bool MachineValues::pass_sum(const Instruction& instruction, const Register& target) {
    const std::string_view name = instruction.mnemonic;
    const auto& operands = instruction.operands;
    Value& value = registers_[target.number];
    if (target.number == rsp && name != "addq" && name != "subq") return false;
    if (name == "xorl" && operands[0].text == operands[1].text) {
        value = {number_name, 0};
        return true;
    }
    if (target.bytes != 8) return false;
    if (name == "leaq") {
        value = address(operands[0].memory);
        return true;
    }
    const bool added = name == "addq", subtracted = name == "subq", shifted = name == "salq";
    const auto source = general_register(operands[0].text);
    if ((added || subtracted) && source && target.number != rsp) {
        value = sum(value, registers_[source->number], added ? 1 : -1);
        return true;
    }
    bool known = false;
    const std::int64_t by = immediate(operands[0], known);
    if (!known || !(added || subtracted || shifted)) return false;
    if (shifted)
        value = sum({number_name, 0}, value, std::int64_t{1} << (by & 31));
    else
        value.offset += added ? by : -by;
    return true;
}

/// The forms after which a value stays known: copies, sums with constants, and changes of the stack
/// pointer.
bool MachineValues::pass_known_forms(const Instruction& instruction) {
    if (pass_stack(instruction)) return true;
    if (instruction.mnemonic == "cltq") {
        registers_[rax] = widened(registers_[rax], Widening::sign);
        return true;
    }
    if (instruction.operands.size() != 2) return false;
    const auto target = general_register(instruction.operands[1].text);
    return target && (pass_copy(instruction, *target) || pass_sum(instruction, *target));
}

/// Stack slots that a store may have changed become unknown. If it stored to a known slot, its
/// value is remembered.
void MachineValues::store(const MachineAccess& access, const Instruction& instruction) {
    const Value place = address(access.where->memory);
    const bool exact = access.where->memory.index.empty() && access.where->memory.segment.empty() &&
                       (in_frame(place) || by_frame_pointer(place));
    if (!exact) return clear_slots();
    const auto size = static_cast<std::int64_t>(access.bytes);
    std::erase_if(slots_, [&](const auto& slot) {
        const auto [name, offset] = slot.first;
        return name != place.name || (offset < place.offset + size && place.offset < offset + 8);
    });
    if (instruction.mnemonic == "movq" && instruction.operands.size() == 2)
        slots_[{place.name, place.offset}] = operand_value(instruction.operands[0]);
}

void MachineValues::pass(const Instruction& instruction, const MachineEffect* effect) {
    if (!effect) return forget_all();
    if (effect->string && effect->string->writes_rdi) clear_slots();
    if (pass_known_forms(instruction)) return;
    if (effect->access && effect->access->touch != Touch::read) store(*effect->access, instruction);
    for (const std::uint8_t number : effect->written) set({number, 8}, fresh());
}

}  // namespace cusim::simcc
