#include "simulator/simcc/machine/announce.hpp"

#include <algorithm>
#include <set>

#include "simulator/memory/kernel_mark.hpp"
#include "simulator/simcc/machine/announced_library.hpp"
#include "simulator/simcc/machine/arithmetic.hpp"
#include "simulator/simcc/machine/assembly_file.hpp"
#include "simulator/simcc/machine/hooked_accesses.hpp"

namespace cusim::simcc {
namespace {

constexpr std::string_view built_in_variables[] = {"threadIdx", "blockIdx", "blockDim",
                                                   "gridDim",   "warpSize", "__cusim_converted"};

class Announcer {
  public:
    explicit Announcer(std::string_view text) : file_(text) { out_.reserve(text.size() * 2); }

    std::string run() {
        for (at_ = 0; at_ < file_.lines().size(); ++at_) pass_line(file_.lines()[at_]);
        return std::move(out_);
    }

  private:
    // ---- The file ------------------------------------------------------------------------------

    void pass_line(std::string_view line) {
        if (const std::string_view label = label_of(line); !label.empty()) {
            pass_label(label);
            return copy(line);
        }
        const std::string_view text = without_blanks(line);
        if (text.starts_with(".section")) group_ = group_of_section(text);
        if (text.starts_with(".text") || text.starts_with(".data") || text.starts_with(".bss"))
            group_ = {};
        if (text.starts_with(".size")) arithmetic_.end(out_);
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
            arithmetic_.end(out_);
            if (file_.is_kernel(label)) mark_kernel();
            function_ = file_.frame_of(label, at_);
            hooked_.begin(function_);
        } else if (file_.comes_from_above(label, jumped_to_)) {
            hooked_.after_hook();
        } else if (!is_mark(label)) {
            hooked_.forget();
        }
        if (!is_mark(label)) jumped_to_ = {};
    }

    /// For the runtime, which is given addresses of functions as kernels (api/kernel.hpp).
    void mark_kernel() {
        copy("\t.fill\t" + std::to_string(memory::kernel_mark_bytes) + ", 1, " +
             std::to_string(memory::kernel_mark_byte));
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
        hooked_.pass(*instruction, effect ? &*effect : nullptr);
        if (function_.watched) arithmetic_.pass(*instruction, out_);
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

    // ---- What need not be announced ------------------------------------------------------------

    bool is_constant(const MemoryOperand& memory, const Instruction& instruction) const {
        const std::string_view symbol = memory.symbol;
        if (symbol.find("@GOT") != symbol.npos) return true;
        if (instruction.indirect && symbol.starts_with(".L")) return true;  // the table of a switch
        if (!memory.index.empty() || (!memory.base.empty() && memory.base != "%rip")) return false;
        return file_.is_constant(symbol) || std::ranges::count(built_in_variables, symbol);
    }

    bool is_seen(const Instruction& instruction, const MachineAccess& access) {
        const MemoryOperand& memory = access.where->memory;
        if (!memory.segment.empty()) return memory.index.empty();  // thread-local storage
        return is_constant(memory, instruction) || hooked_.cover(access);
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
        const bool repeated = !instruction.prefix.empty();
        const auto look_at = [&](std::uint8_t address, const char* name, Touch touch) {
            if (hooked_.cover(address, access.bytes, repeated, touch)) return;
            copy(std::string("\tpushq\t%rdi\n\tmovq\t") + name + ", %rdi\n\tcall\t__cusim_look" +
                 (repeated ? "_times_" : "_") + static_cast<char>(touch) +
                 std::to_string(access.bytes) + "\n\tpopq\t%rdi");
        };
        if (access.reads_rsi) look_at(rsi, "%rsi", Touch::read);
        if (access.reads_rdi) look_at(rdi, "%rdi", Touch::read);
        if (access.writes_rdi) look_at(rdi, "%rdi", Touch::write);
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
        const bool fills = name == "memset" || name == "__cusim_memset";
        if (!copies && !fills) return renamed(text);
        const bool announced = !instruction.indirect && hooked_.cover_fill_or_copy(copies);
        if (function_.watched && !announced) return renamed(text);
        return "\tcall\t__cusim_plain_" + std::string(name.substr(name.find_last_of('_') + 1));
    }

    std::string renamed(std::string_view text) const {
        return with_announced_names(text, file_.own_functions());
    }

    AssemblyFile file_;
    std::size_t at_ = 0;  // the line
    std::set<std::string_view> functions_;
    std::string_view jumped_to_;  // by the conditional jump right above
    FunctionFrame function_;
    HookedAccesses hooked_;
    Arithmetic arithmetic_;
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
