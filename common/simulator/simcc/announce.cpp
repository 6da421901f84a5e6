#include "simulator/simcc/announce.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "simulator/simcc/announced_library.hpp"
#include "simulator/simcc/machine_values.hpp"

namespace cusim::simcc {
namespace {

constexpr std::string_view built_in_variables[] = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                                   "warpSize"};
// Translated code that belongs to the runtime and has no hooks on purpose (CUSIM_UNWATCHED).
constexpr std::string_view unwatched[] = {"_ZN5cusim6detail5Thunk", "_ZN5cusim6detail8Argument",
                                          "_ZN5cusim6detail6launch"};
// Labels for debuggers and unwinders, to which no instruction jumps.
constexpr std::string_view marks[] = {".LVL", ".LBB", ".LBE", ".LFB", ".LFE", ".LEHB", ".LEHE"};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// clang's basic blocks are called .LBB0_1, g++'s marks .LBB1.
bool is_mark(std::string_view label) {
    return std::ranges::any_of(marks, [&](std::string_view mark) {
        return label.starts_with(mark) && std::ranges::all_of(label.substr(mark.size()), is_digit);
    });
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

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

/// What must be known about a function before its first line is processed.
struct Function {
    bool watched = true;
    bool frame_pointer = false;
    std::int64_t frame = 0;  // at least the size of the function's own frame
};

class Announcer {
  public:
    explicit Announcer(std::string_view text) : lines_(lines_of(text)) {
        out_.reserve(text.size() * 2);
    }

    std::string run() {
        look_at_definitions();
        for (at_ = 0; at_ < lines_.size(); ++at_) pass_line(lines_[at_]);
        return std::move(out_);
    }

  private:
    // ---- The file ------------------------------------------------------------------------------

    /// Collects the read-only data, the functions with names of library functions, and how often
    /// each label is used.
    void look_at_definitions() {
        bool constant = false;
        for (const std::string_view& line : lines_) {
            const std::string_view text = without_blanks(line);
            count_labels(text);
            if (text.starts_with(".section"))
                constant = text.find(".rodata") != text.npos;
            else if (text.starts_with(".text") || text.starts_with(".data") ||
                     text.starts_with(".bss"))
                constant = false;
            else if (const auto label = label_of(line); !label.empty()) {
                places_[label] = static_cast<std::size_t>(&line - lines_.data());
                if (constant) constants_.insert(label);
                if (is_announced_function(label)) own_.insert(label);
            }
        }
    }

    void count_labels(std::string_view text) {
        for (std::size_t at = 0; (at = text.find(".L", at)) != text.npos;) {
            std::size_t end = at + 2;
            while (end < text.size() && is_part_of_symbol(text[end])) ++end;
            if (const auto name = text.substr(at, end - at); end == text.size() || text[end] != ':')
                ++named_[name];
            at = end;
        }
    }

    /// Whether `label` is reached only from the conditional jump right above, directly or after a
    /// few instructions that call a hook (for alignment). What is known is then lost no more than
    /// by that call.
    bool comes_from_above(std::string_view label) const {
        if (jumped_to_.empty() || named_.at(jumped_to_) != 1) return false;
        const auto named = named_.find(label);
        if (named == named_.end() || named->second != 1) return false;
        const auto at = places_.find(jumped_to_);
        if (at == places_.end()) return false;
        bool hook = false;
        for (std::size_t i = at->second + 1; i < lines_.size(); ++i) {
            const std::string_view text = without_blanks(lines_[i]);
            if (text.empty() || text.front() == '.' || text.front() == '#') {
                if (const auto other = label_of(lines_[i]); !other.empty() && !is_mark(other))
                    return false;
                continue;
            }
            const auto instruction = read_instruction(text);
            if (!instruction || instruction->operands.empty()) return false;
            const Operand& last = instruction->operands.back();
            if (instruction->mnemonic == "jmp") return hook && last.text == label;
            const auto reg = general_register(last.text);
            const bool argument =
                reg && (reg->number == rdi || reg->number == rsi || reg->number == rdx);
            if (instruction->mnemonic == "call" && last.text.starts_with("__ubsan_"))
                hook = true;
            else if (!argument)
                return false;
        }
        return false;
    }

    void pass_line(std::string_view line) {
        if (const std::string_view label = label_of(line); !label.empty()) {
            pass_label(label);
            return copy(line);
        }
        const std::string_view text = without_blanks(line);
        if (text.starts_with(".section")) group_ = group_of_section(text);
        if (text.starts_with(".text") || text.starts_with(".data") || text.starts_with(".bss"))
            group_ = {};
        if (text.starts_with(".size") && function_.watched) list_function(text.substr(5));
        if (text == "#APP") inline_assembly_ = true;
        if (text == "#NO_APP") inline_assembly_ = false;
        if (text.starts_with(".type") && text.find("@function") != text.npos)
            functions_.insert(text.substr(6, text.find(',') - 6));
        if (text.empty() || text.front() == '.' || text.front() == '#') return copy(renamed(line));
        if (!inline_assembly_) return pass_instruction(line);
        for (std::size_t begin = 0; begin <= text.size();) {
            const std::size_t end = std::min(text.find(';', begin), text.size());
            if (end > begin) pass_instruction(text.substr(begin, end - begin));
            begin = end + 1;
        }
    }

    /// For the audit: lists this function as one that announces its accesses. The section is
    /// writable, since the loader fills in a module's addresses.
    void list_function(std::string_view size_directive) {
        const std::string_view rest = without_blanks(size_directive);
        const std::string name(rest.substr(0, rest.find(',')));
        if (!functions_.contains(name)) return;
        const std::string flags = group_.empty()
                                      ? ",\"aw\",@progbits"
                                      : ",\"awG\",@progbits," + std::string(group_) + ",comdat";
        const std::string end = ".Lcusim_end" + std::to_string(listed_++);
        copy(end + ":\n\t.pushsection\tcusim_watched" + flags + "\n\t.balign\t8\n\t.quad\t" + name +
             ", " + end + "\n\t.popsection");
    }

    void copy(std::string_view line) {
        out_ += line;
        out_ += '\n';
    }

    void pass_label(std::string_view label) {
        if (functions_.contains(label)) {
            function_ = look_ahead(label);
            values_.begin(function_.frame_pointer);
            announced_.clear();
        } else if (comes_from_above(label)) {
            values_.after_hook();
        } else if (!is_mark(label)) {
            values_.forget_all();
            announced_.clear();
        }
        if (!is_mark(label)) jumped_to_ = {};
    }

    Function look_ahead(std::string_view name) const {
        Function function;
        bool other_frame_pointer = false;
        for (std::size_t i = at_ + 1; i < lines_.size(); ++i) {
            const std::string_view text = without_blanks(lines_[i]);
            if (text.starts_with(".size") || text.starts_with(".type")) break;
            if (text.empty() || text.front() == '.' || text.front() == '#') continue;
            const auto instruction = read_instruction(text);
            if (!instruction || instruction->operands.empty()) continue;
            const std::string_view last = instruction->operands.back().text;
            const std::string_view mnemonic = instruction->mnemonic;
            if (mnemonic.starts_with("push")) function.frame += 8;
            if (last == "%rsp") function.frame += growth(*instruction);
            if (last != "%rbp" || mnemonic.starts_with("push") || mnemonic.starts_with("pop"))
                continue;
            if (mnemonic == "movq" && instruction->operands[0].text == "%rsp")
                function.frame_pointer = true;
            else if (!mnemonic.starts_with("cmp") && !mnemonic.starts_with("test"))
                other_frame_pointer = true;
        }
        function.frame_pointer &= !other_frame_pointer;
        function.watched = std::ranges::none_of(
            unwatched, [&](std::string_view prefix) { return name.starts_with(prefix); });
        return function;
    }

    static std::int64_t growth(const Instruction& instruction) {
        constexpr std::int64_t alignment = 4096;
        if (instruction.mnemonic == "andq") return alignment;
        if (instruction.mnemonic == "leaq") return std::abs(instruction.operands[0].memory.offset);
        if (instruction.mnemonic != "subq" && instruction.mnemonic != "addq") return 0;
        const auto number = number_of(instruction.operands[0].text.substr(1));
        return number ? std::abs(*number) : 0;
    }

    // ---- One instruction -----------------------------------------------------------------------

    void pass_instruction(std::string_view text) {
        const auto instruction = read_instruction(text);
        if (!instruction) refuse(text);
        jumped_to_ = {};
        if (instruction->mnemonic.starts_with('j') && instruction->mnemonic != "jmp")
            jumped_to_ = instruction->operands[0].text;
        const auto effect = effect_of(*instruction);
        if (!effect && !is_harmless(*instruction)) refuse(text);
        if (function_.watched && effect) {
            if (effect->access && !is_seen(*instruction, *effect->access)) look(*effect->access);
            if (effect->string) look(*effect->string, *instruction);
        }
        copy(instruction->mnemonic.starts_with("call") ? called(*instruction, text)
                                                       : renamed(text));
        if (instruction->mnemonic.starts_with("call"))
            pass_call(*instruction);
        else
            values_.pass(*instruction, effect ? &*effect : nullptr);
    }

    /// An unknown instruction is harmless if it names no memory.
    static bool is_harmless(const Instruction& instruction) {
        return std::ranges::none_of(instruction.operands, [](const Operand& operand) {
            return operand.form == Operand::Form::memory;
        });
    }

    [[noreturn]] void refuse(std::string_view text) const {
        throw UnknownInstruction("cannot tell what this instruction does to memory: " +
                                 std::string(without_blanks(text)));
    }

    void pass_call(const Instruction& instruction) {
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
            if (told)
                announced_.push_back({values_.in_register(rdi), bytes, hook.reads, hook.writes});
        }
        values_.after_hook();
    }

    // ---- What need not be announced ------------------------------------------------------------

    struct Announced {
        Value address;
        std::int64_t bytes;
        bool read, written;
    };

    bool has_announced(const Value& value, std::int64_t bytes, bool read) const {
        return std::ranges::any_of(announced_, [&](const Announced& hook) {
            const std::int64_t from = value.offset - hook.address.offset;
            return value.name == hook.address.name && from >= 0 && from + bytes <= hook.bytes &&
                   (read ? hook.read : hook.written);
        });
    }

    bool has_announced(const Value& value, std::int64_t bytes, Touch touch) const {
        return (touch == Touch::write || has_announced(value, bytes, true)) &&
               (touch == Touch::read || has_announced(value, bytes, false));
    }

    /// A constant address between the stack pointer and the arguments that the caller has put on
    /// the stack.
    bool is_own_frame(const Value& value) {
        constexpr std::int64_t arguments = 512;
        if (values_.in_frame(value)) {
            const std::int64_t above = values_.above_stack_pointer(value);
            return above >= 0 && above < function_.frame + arguments;
        }
        if (!values_.by_frame_pointer(value)) return false;
        return value.offset >= -function_.frame && value.offset < arguments;
    }

    bool is_constant(const MemoryOperand& memory, const Instruction& instruction) const {
        const std::string_view symbol = memory.symbol;
        if (symbol.find("@GOT") != symbol.npos) return true;
        if (instruction.indirect && symbol.starts_with(".L")) return true;  // the table of a switch
        if (!memory.index.empty() || (!memory.base.empty() && memory.base != "%rip")) return false;
        return constants_.contains(symbol) || std::ranges::count(built_in_variables, symbol);
    }

    bool is_seen(const Instruction& instruction, const MachineAccess& access) {
        const MemoryOperand& memory = access.where->memory;
        if (!memory.segment.empty()) return memory.index.empty();  // thread-local storage
        if (is_constant(memory, instruction)) return true;
        const Value value = values_.address(memory);
        return is_own_frame(value) || has_announced(value, access.bytes, access.touch);
    }

    // ---- What is announced here ----------------------------------------------------------------

    void look(const MachineAccess& access) {
        const MemoryOperand& memory = access.where->memory;
        std::string place{access.where->text};
        if (!memory.segment.empty()) {
            place = std::string(memory.symbol) + "(%rdi," + std::string(memory.index) + ',' +
                    std::to_string(memory.scale) + ')';
            if (memory.index == "%rdi" || !memory.base.empty()) refuse(place);
        } else if (memory.base == "%rsp") {
            place = std::to_string(memory.offset + 8) + place.substr(place.rfind('('));
            if (!memory.symbol.empty()) refuse(access.where->text);
        }
        copy("\tpushq\t%rdi");
        if (!memory.segment.empty()) copy("\tmovq\t%" + std::string(memory.segment) + ":0, %rdi");
        copy("\tleaq\t" + place + ", %rdi");
        copy(std::string("\tcall\t__cusim_look_") + static_cast<char>(access.touch) +
             std::to_string(access.bytes));
        copy("\tpopq\t%rdi");
    }

    void look(const StringAccess& access, const Instruction& instruction) {
        const std::string times = instruction.prefix.empty() ? "" : "_times";
        const auto look_at = [&](const char* reg, Touch touch) {
            copy(std::string("\tpushq\t%rdi\n\tmovq\t") + reg + ", %rdi\n\tcall\t__cusim_look" +
                 times + '_' + static_cast<char>(touch) + std::to_string(access.bytes) +
                 "\n\tpopq\t%rdi");
        };
        const auto seen = [&](std::uint8_t reg, Touch touch) {
            const Value value = values_.in_register(reg), count = values_.in_register(rcx);
            if (!times.empty() && !MachineValues::is_number(count)) return false;
            const std::int64_t turns = times.empty() ? 1 : count.offset;
            return values_.in_frame(value) || has_announced(value, turns * access.bytes, touch);
        };
        if (access.reads_rsi && !seen(rsi, Touch::read)) look_at("%rsi", Touch::read);
        if (access.reads_rdi && !seen(rdi, Touch::read)) look_at("%rdi", Touch::read);
        if (access.writes_rdi && !seen(rdi, Touch::write)) look_at("%rdi", Touch::write);
    }

    // ---- Names of library functions ------------------------------------------------------------

    /// A copy or fill that a hook has announced already, or in code without hooks, is the
    /// compiler's own, such as that of a struct.
    std::string called(const Instruction& instruction, std::string_view text) {
        std::string_view name =
            instruction.operands.empty() ? std::string_view{} : instruction.operands[0].text;
        name = name.substr(0, name.find('@'));  // memcpy@PLT
        const bool copies = name == "__cusim_memcpy" || name == "__cusim_memmove" ||
                            name == "memcpy" || name == "memmove";
        const Value size = values_.in_register(rdx);
        const bool fills = name == "memset" || name == "__cusim_memset";
        if (!function_.watched && (copies || fills)) return plain_call(name);
        if (!instruction.indirect && MachineValues::is_number(size) && (copies || fills) &&
            has_announced(values_.in_register(rdi), size.offset, Touch::write) &&
            (!copies || has_announced(values_.in_register(rsi), size.offset, Touch::read)))
            return plain_call(name);
        return renamed(text);
    }

    static std::string plain_call(std::string_view name) {
        return "\tcall\t__cusim_plain_" + std::string(name.substr(name.find_last_of('_') + 1));
    }

    std::string renamed(std::string_view text) const { return with_announced_names(text, own_); }

    std::vector<std::string_view> lines_;
    std::size_t at_ = 0;
    std::set<std::string_view> constants_, functions_, own_;
    std::map<std::string_view, std::size_t> places_;  // of labels: their lines
    std::map<std::string_view, unsigned> named_;
    std::string_view jumped_to_;  // by the conditional jump right above
    Function function_;
    MachineValues values_;
    std::vector<Announced> announced_;
    bool inline_assembly_ = false;
    std::string_view group_;  // sections that the linker keeps or drops together
    unsigned listed_ = 0;
    std::string out_;
};

}  // namespace

std::string announce_all(std::string_view assembly) {
    return Announcer(assembly).run();
}

}  // namespace cusim::simcc
