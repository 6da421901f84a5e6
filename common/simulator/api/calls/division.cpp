// Decodes one instruction: 66 and REX prefixes, opcode F6 or F7, ModRM with /6 (div) or /7 (idiv),
// and the SIB byte and displacement that ModRM requires.
#include "simulator/api/calls/division.hpp"

#include <cstdint>
#include <cstring>

namespace cusim::api {

namespace {

struct Division {
    const std::uint8_t* next;  // the following instruction
    std::uint64_t divisor;
    unsigned bytes;  // size of the operands
    bool is_signed;
};

std::uint64_t low(std::uint64_t value, unsigned bytes) {
    return bytes == 8 ? value : value & ((std::uint64_t{1} << 8 * bytes) - 1);
}

std::uint64_t register_of(const ucontext_t& context, unsigned number) {
    constexpr int order[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                             REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                             REG_R12, REG_R13, REG_R14, REG_R15};
    return static_cast<std::uint64_t>(context.uc_mcontext.gregs[order[number]]);
}

// Reads the bytes of the instruction from the first to the last.
class Decoder {
  public:
    explicit Decoder(const ucontext_t& context)
        : context_(context),
          at_(reinterpret_cast<const std::uint8_t*>(context.uc_mcontext.gregs[REG_RIP])) {}

    bool decode(Division& result) {
        bool narrow = false;
        for (; *at_ == 0x66; ++at_) narrow = true;
        if ((*at_ & 0xf0) == 0x40) rex_ = *at_++;
        const std::uint8_t opcode = *at_++, form = *at_++;
        const unsigned operation = form >> 3 & 7;
        if ((opcode != 0xf6 && opcode != 0xf7) || operation < 6) return false;
        result.bytes = opcode == 0xf6 ? 1 : rex_ & 8 ? 8 : narrow ? 2 : 4;
        result.is_signed = operation == 7;
        result.divisor = low(operand(form, result.bytes), result.bytes);
        result.next = at_;
        return true;
    }

  private:
    std::uint64_t operand(std::uint8_t form, unsigned bytes) {
        const unsigned mode = form >> 6, number = form & 7;
        if (mode == 3) {
            const bool high = bytes == 1 && !rex_ && number >= 4;  // ah, ch, dh, bh
            if (high) return register_of(context_, number - 4) >> 8;
            return register_of(context_, number + (rex_ & 1) * 8);
        }
        std::uint64_t address = number == 4 ? scaled(mode) : based(mode, number);
        if (mode == 1) address += std::uint64_t(displacement<std::int8_t>());
        if (mode == 2) address += std::uint64_t(displacement<std::int32_t>());
        if (relative_) address += reinterpret_cast<std::uint64_t>(at_);
        std::uint64_t value = 0;
        std::memcpy(&value, reinterpret_cast<const void*>(address), bytes);
        return value;
    }

    std::uint64_t based(unsigned mode, unsigned number) {
        if (mode != 0 || number != 5) return register_of(context_, number + (rex_ & 1) * 8);
        relative_ = true;
        return std::uint64_t(displacement<std::int32_t>());
    }

    std::uint64_t scaled(unsigned mode) {
        const std::uint8_t sib = *at_++;
        const unsigned index = (sib >> 3 & 7) + (rex_ >> 1 & 1) * 8;
        std::uint64_t address = index == 4 ? 0 : register_of(context_, index) << (sib >> 6);
        if (mode == 0 && (sib & 7) == 5)
            return address + std::uint64_t(displacement<std::int32_t>());
        return address + register_of(context_, (sib & 7) + (rex_ & 1) * 8);
    }

    template <class T>
    std::int64_t displacement() {
        T value;
        std::memcpy(&value, at_, sizeof value);
        at_ += sizeof value;
        return value;
    }

    const ucontext_t& context_;
    const std::uint8_t* at_;
    unsigned rex_ = 0;
    bool relative_ = false;
};

// Like the processor: writing the lower half of a 64-bit register clears its upper half.
void put_register(greg_t& destination, std::uint64_t value, unsigned bytes) {
    const auto before = static_cast<std::uint64_t>(destination);
    const std::uint64_t kept = bytes >= 4 ? 0 : before & ~low(~std::uint64_t{0}, bytes);
    destination = static_cast<greg_t>(kept | low(value, bytes));
}

}  // namespace

CarriedOut carry_out_division(ucontext_t& context) {
    Division division{};
    if (!Decoder{context}.decode(division)) return CarriedOut::nothing;
    auto& registers = context.uc_mcontext.gregs;
    const bool by_zero = division.divisor == 0;
    // The smallest number divided by -1 gives itself, with remainder 0.
    const std::uint64_t quotient = by_zero ? ~std::uint64_t{0} : std::uint64_t(registers[REG_RAX]);
    const std::uint64_t remainder = by_zero ? ~std::uint64_t{0} : 0;
    if (division.bytes == 1) {
        put_register(registers[REG_RAX], low(remainder, 1) << 8 | low(quotient, 1), 2);
    } else {
        put_register(registers[REG_RAX], quotient, division.bytes);
        put_register(registers[REG_RDX], remainder, division.bytes);
    }
    registers[REG_RIP] = reinterpret_cast<greg_t>(division.next);
    return by_zero ? CarriedOut::division_by_zero : CarriedOut::division_that_does_not_fit;
}

}  // namespace cusim::api
