#include "simulator/simcc/machine/machine_access.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace cusim::simcc {
namespace {

using Stems = std::span<const std::string_view>;

// Classified by what they do to their last operand. The mnemonics of integer instructions end in a
// letter for the size.
constexpr std::string_view updates[] = {"add",  "sub", "and", "or",  "xor", "adc", "sbb", "shl",
                                        "sal",  "shr", "sar", "rol", "ror", "rcl", "rcr", "shld",
                                        "shrd", "inc", "dec", "neg", "not", "bts", "btr", "btc"};
constexpr std::string_view reads[] = {"cmp", "test", "bt", "push"};
// These write a register and read the operands before it.
constexpr std::string_view into_register[] = {"imul",  "bsf",  "bsr",   "popcnt", "lzcnt",
                                              "tzcnt", "andn", "bextr", "bzhi",   "crc32"};
constexpr std::string_view into_rax_and_rdx[] = {"mul", "div", "idiv"};
// These access no memory, whatever their operand looks like.
constexpr std::string_view no_access[] = {"nop",        "prefetcht0",  "prefetcht1",
                                          "prefetcht2", "prefetchnta", "prefetchw"};
constexpr std::string_view plain[] = {"ret",    "endbr64", "pause", "ud2",  "mfence", "lfence",
                                      "sfence", "hlt",     "int3",  "clc",  "stc",    "cld",
                                      "cmc",    "emms",    "leave", "retq", "fwait",  "sahf"};
constexpr std::string_view widen_rax[] = {"cltq", "cwtl", "cbtw", "cqto", "cltd", "cwtd", "lahf"};

bool one_of(std::string_view word, Stems stems) {
    return std::ranges::count(stems, word) > 0;
}

/// The size of "addl" or "incb", if it is one of these stems with a letter; otherwise 0.
unsigned size_behind(std::string_view mnemonic, Stems stems) {
    constexpr std::string_view letters = "bwlq";
    const std::size_t letter = mnemonic.empty() ? letters.npos : letters.find(mnemonic.back());
    if (letter == letters.npos) return 0;
    return one_of(mnemonic.substr(0, mnemonic.size() - 1), stems) ? 1u << letter : 0;
}

const Operand* memory_of(const Instruction& instruction) {
    for (const Operand& operand : instruction.operands)
        if (operand.form == Operand::Form::memory) return &operand;
    return nullptr;
}

bool is_last(const Instruction& instruction, const Operand* operand) {
    return operand == &instruction.operands.back();
}

bool uses_vectors(const Instruction& instruction) {
    return instruction.mnemonic.starts_with("cvt") ||
           std::ranges::any_of(instruction.operands, [](const Operand& operand) {
               return operand.text.starts_with("%xmm");
           });
}

unsigned register_size(const Instruction& instruction) {
    for (auto at = instruction.operands.rbegin(); at != instruction.operands.rend(); ++at)
        if (const auto found = general_register(at->text)) return found->bytes;
    return 0;
}

/// The size of a vector instruction's memory operand. If it is less than 16 bytes, the mnemonic
/// shows it.
unsigned vector_size(const Instruction& instruction) {
    const std::string_view name = instruction.mnemonic;
    const auto starts = [&](auto... words) { return (name.starts_with(words) || ...); };
    if (starts("cvtsi2")) return name.ends_with('q') ? 8 : 4;
    if (starts("cvtss2", "cvttss2")) return 4;
    if (starts("cvtsd2", "cvttsd2", "cvtdq2pd", "cvtps2pd", "cvtpi2")) return 8;
    if (name == "movd" || starts("pinsrd", "pextrd", "insertps", "extractps")) return 4;
    if (name == "movq" || starts("movlp", "movhp", "movddup", "pinsrq", "pextrq")) return 8;
    if (starts("pinsrw", "pextrw")) return 2;
    if (starts("pinsrb", "pextrb")) return 1;
    if (starts("pmovzx", "pmovsx")) return 8;
    if (name.ends_with("ss")) return 4;
    if (name.ends_with("sd")) return 8;
    return 16;
}

/// Instructions of the x87 unit, which long double uses.
std::optional<MachineAccess> x87_access(const Instruction& instruction, const Operand* memory) {
    const std::string_view name = instruction.mnemonic;
    const auto starts = [&](auto... words) { return (name.starts_with(words) || ...); };
    const bool whole = starts("fi");
    unsigned bytes = 0;
    if (starts("fnstcw", "fldcw", "fnstsw", "fstcw", "fstsw"))
        bytes = 2;
    else if (name.ends_with("ll") || name.ends_with('q'))
        bytes = 8;
    else if (name.ends_with('l'))
        bytes = whole ? 4 : 8;
    else if (name.ends_with('s'))
        bytes = whole ? 2 : 4;
    else if (name.ends_with('t'))
        bytes = 10;
    if (bytes == 0) return std::nullopt;
    const bool stores = starts("fst", "fist", "fnst", "fbst");
    return MachineAccess{memory, stores ? Touch::write : Touch::read, bytes};
}

/// "movsq", or as clang++ writes it, "movsq (%rsi), %es:(%rdi)".
bool names_a_string(const Instruction& instruction) {
    return instruction.operands.empty() ||
           std::ranges::any_of(instruction.operands, [](const Operand& operand) {
               return operand.form == Operand::Form::memory && operand.memory.segment == "es";
           });
}

std::optional<StringAccess> string_access(const Instruction& instruction) {
    const std::string_view name = instruction.mnemonic;
    constexpr std::string_view letters = "bwlq";
    if (name.size() != 5 || !names_a_string(instruction)) return std::nullopt;
    const std::size_t letter = letters.find(name[4]);
    if (letter == letters.npos) return std::nullopt;
    const std::string_view stem = name.substr(0, 4);
    StringAccess access{.bytes = 1u << letter};
    access.reads_rsi = stem == "movs" || stem == "cmps" || stem == "lods";
    access.reads_rdi = stem == "cmps" || stem == "scas";
    access.writes_rdi = stem == "movs" || stem == "stos";
    if (!access.reads_rsi && !access.reads_rdi && !access.writes_rdi) return std::nullopt;
    return access;
}

/// For a move that widens (movzbl, movslq, movsbw): the size of what is read.
unsigned widening_size(std::string_view name) {
    if (name.size() != 6 || !(name.starts_with("movz") || name.starts_with("movs"))) return 0;
    return name[4] == 'b' ? 1 : name[4] == 'w' ? 2 : name[4] == 'l' ? 4 : 0;
}

void write_last(const Instruction& instruction, MachineEffect& effect) {
    if (instruction.operands.empty()) return;
    if (const auto found = general_register(instruction.operands.back().text))
        effect.written.push_back(found->number);
}

/// The access, or the register written, of an instruction that does this to its last operand and
/// reads the others.
MachineEffect on_last(const Instruction& instruction, Touch last, unsigned bytes) {
    MachineEffect effect;
    const Operand* const memory = memory_of(instruction);
    if (memory) effect.access = {memory, is_last(instruction, memory) ? last : Touch::read, bytes};
    if (last != Touch::read) write_last(instruction, effect);
    return effect;
}

std::optional<MachineEffect> exchange_effect(const Instruction& instruction) {
    const std::string_view name = instruction.mnemonic;
    MachineEffect effect;
    for (const Operand& operand : instruction.operands)
        if (const auto found = general_register(operand.text))
            effect.written.push_back(found->number);
    if (name.starts_with("cmpxchg")) {
        effect.written = {rax, rdx};
        if (name == "cmpxchg8b" || name == "cmpxchg16b") {
            effect.access = {memory_of(instruction), Touch::update, name == "cmpxchg8b" ? 8u : 16u};
            return effect;
        }
    }
    if (const Operand* const memory = memory_of(instruction))
        effect.access = {memory, Touch::update, register_size(instruction)};
    return effect;
}

std::optional<MachineEffect> integer_effect(const Instruction& instruction) {
    const std::string_view name = instruction.mnemonic;
    if (const unsigned bytes = size_behind(name, updates))
        return on_last(instruction, Touch::update, bytes);
    if (const unsigned bytes = size_behind(name, reads))
        return on_last(instruction, Touch::read, bytes);
    if (const unsigned bytes = size_behind(name, into_rax_and_rdx)) {
        MachineEffect effect = on_last(instruction, Touch::read, bytes);
        effect.written = {rax, rdx};
        return effect;
    }
    if (const unsigned bytes = size_behind(name, into_register)) {
        const bool one_operand = instruction.operands.size() == 1;  // imulq %rcx
        MachineEffect effect =
            on_last(instruction, one_operand ? Touch::read : Touch::update, bytes);
        if (one_operand) effect.written = {rax, rdx};
        return effect;
    }
    if (size_behind(name, std::array<std::string_view, 1>{"pop"}))
        return on_last(instruction, Touch::write, 8);
    if (name.starts_with("xchg") || name.starts_with("xadd") || name.starts_with("cmpxchg"))
        return exchange_effect(instruction);
    if (name.starts_with("bswap")) return on_last(instruction, Touch::update, 0);
    if (name.starts_with("set")) return on_last(instruction, Touch::write, 1);
    if (name.starts_with("cmov"))
        return on_last(instruction, Touch::write, register_size(instruction));
    return std::nullopt;
}

std::optional<MachineEffect> move_effect(const Instruction& instruction) {
    const std::string_view name = instruction.mnemonic;
    if (name.starts_with("lea")) {
        MachineEffect effect;
        write_last(instruction, effect);
        return effect;
    }
    if (const unsigned bytes = widening_size(name))
        return on_last(instruction, Touch::write, bytes);
    if (const unsigned bytes = size_behind(name, std::array<std::string_view, 2>{"mov", "movabs"}))
        return on_last(instruction, Touch::write, bytes);
    if (name == "movnti" || name == "mov")
        return on_last(instruction, Touch::write, register_size(instruction));
    return std::nullopt;
}

std::optional<MachineEffect> branch_effect(const Instruction& instruction) {
    const std::string_view name = instruction.mnemonic;
    if (!name.starts_with('j') && !name.starts_with("call")) return std::nullopt;
    MachineEffect effect;
    if (const Operand* const memory = memory_of(instruction))
        effect.access = {memory, Touch::read, 8};
    return effect;
}

std::optional<MachineEffect> rare_effect(const Instruction& instruction) {
    const std::string_view name = instruction.mnemonic;
    const Operand* const memory = memory_of(instruction);
    if (one_of(name, plain)) {
        MachineEffect effect;
        if (name == "leave") effect.written = {rsp, rbp};
        return effect;
    }
    if (one_of(name, widen_rax))
        return MachineEffect{.access = {}, .string = {}, .written = {rax, rdx}};
    if (name.starts_with("nop") || one_of(name, no_access)) return MachineEffect{};
    if (name == "ldmxcsr" || name == "stmxcsr")
        return on_last(instruction, name == "ldmxcsr" ? Touch::read : Touch::write, 4);
    if (!name.starts_with('f')) return std::nullopt;
    if (!memory) {
        MachineEffect effect;
        write_last(instruction, effect);  // fnstsw %ax
        return effect;
    }
    const auto access = x87_access(instruction, memory);
    if (!access) return std::nullopt;
    return MachineEffect{.access = access, .string = {}, .written = {}};
}

}  // namespace

std::optional<MachineEffect> effect_of(const Instruction& instruction) {
    if (const auto string = string_access(instruction))
        return MachineEffect{.access = {}, .string = string, .written = {rax, rcx, rsi, rdi}};
    if (uses_vectors(instruction)) {
        const std::string_view name = instruction.mnemonic;
        if (name.starts_with('v')) return std::nullopt;
        // Only moves store to memory; all others write their result to a register.
        const bool stores =
            name.starts_with("mov") || name.starts_with("pextr") || name.starts_with("extract");
        MachineEffect effect =
            on_last(instruction, stores ? Touch::write : Touch::read, vector_size(instruction));
        if (effect.written.empty()) write_last(instruction, effect);  // movd %xmm0, %eax
        return effect;
    }
    for (const auto look : {branch_effect, move_effect, integer_effect, rare_effect})
        if (auto effect = look(instruction)) return effect;
    return std::nullopt;
}

}  // namespace cusim::simcc
