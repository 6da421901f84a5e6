#include "simulator/simcc/machine/fence.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "simulator/memory/return_addresses.hpp"
#include "simulator/simcc/machine/announce.hpp"
#include "simulator/simcc/machine/announced_library.hpp"
#include "simulator/simcc/machine/machine_line.hpp"

namespace cusim::simcc {
namespace {

// Functions that only the runtime calls, and that may access memory without announcing it.
constexpr std::string_view no_entries[] = {"_ZN5cusim6detail5Thunk", "_ZN5cusim6detail8Argument",
                                           "_ZN5cusim6detail6launch"};
// Data of the C++ library, and references to it.
constexpr std::string_view data_names[] = {"_ZTV", "_ZTI", "_ZTS", "_ZTT", "DW.ref"};

constexpr std::string_view own_entries = "cusim_entries";

bool starts_with_any(std::string_view name, const auto& beginnings) {
    return std::ranges::any_of(beginnings, [&](auto b) { return name.starts_with(b); });
}

bool is_directive_of_data(std::string_view text) {
    return text.starts_with(".quad") || text.starts_with(".long");
}

class Fence {
  public:
    explicit Fence(std::string_view text) : text_(text) { out_.reserve(text.size() * 5 / 4); }

    std::string run() {
        for_lines([&](std::string_view line) { look_at(line); });
        for_lines([&](std::string_view line) { pass(line); });
        for (const std::string_view name : named_)
            if (!labels_.contains(name))
                list(name, {}, is_of_library(name) ? "cusim_library_entries" : own_entries);
        return std::move(out_);
    }

  private:
    void for_lines(auto visit) {
        for (std::size_t begin = 0; begin < text_.size();) {
            const std::size_t end = std::min(text_.find('\n', begin), text_.size());
            visit(text_.substr(begin, end - begin));
            begin = end + 1;
        }
    }

    // ---- What the file defines, and what it names ----------------------------------------------

    void look_at(std::string_view line) {
        if (const std::string_view label = label_of(line); !label.empty()) {
            labels_.insert(label);
            table_ = label;
            return;
        }
        const std::string_view text = without_blanks(line);
        if (text.starts_with(".type") && text.find("@function") != text.npos)
            functions_.insert(text.substr(6, text.find(',') - 6));
        if (text.starts_with(".section")) in_debug_ = text.find(".debug_") != text.npos;
        if (text.starts_with(".text") || text.starts_with(".data")) in_debug_ = false;
        if (text.starts_with(".quad")) ++rows_[table_];
        note_landing(text);
        if (text.empty() || text.front() == '#' || in_debug_) return;
        if (text.front() == '.' && !is_directive_of_data(text)) return;
        if (!is_direct_branch(text)) note_symbols(text);
    }

    /// In a table of exceptions: ".uleb128 .L3-.LFB5" is where one lands that was thrown between
    /// the labels of the lines before, which have other names.
    void note_landing(std::string_view text) {
        if (!text.starts_with(".uleb128")) return;
        const std::string_view words = without_blanks(text.substr(8));
        const std::string_view label = words.substr(0, words.find('-'));
        if (label.size() > 2 && label.starts_with(".L") && label[2] >= '0' && label[2] <= '9' &&
            (words.find("-.LFB") != words.npos || words.find("-.LFSB") != words.npos))
            landings_.insert(label);
    }

    static bool is_direct_branch(std::string_view text) {
        return (text.front() == 'j' || text.starts_with("call")) && text.find('*') == text.npos;
    }

    static bool is_prefix(std::string_view word) {
        return word.starts_with("rep") || word == "lock" || word == "notrack" || word == "bnd";
    }

    /// All symbols except the mnemonic may be functions defined elsewhere.
    void note_symbols(std::string_view text) {
        std::size_t at = std::min(text.find_first_of(" \t"), text.size());
        if (is_prefix(text.substr(0, at)))
            at = std::min(text.find_first_of(" \t", at + 1), text.size());
        while (at < text.size()) {
            std::size_t end = at;
            while (end < text.size() && is_part_of_symbol(text[end])) ++end;
            std::string_view word = text.substr(at, end - at);
            const bool is_register = at > 0 && text[at - 1] == '%';
            if (word.starts_with('$')) word.remove_prefix(1);
            const bool is_name =
                !word.empty() && word.front() != '.' && (word.front() < '0' || word.front() > '9');
            const bool has_suffix = end < text.size() && text[end] == '@';
            if (is_name && !is_register && !has_suffix && !starts_with_any(word, data_names))
                named_.insert(word);
            at = end == at ? end + 1 : end;
            if (has_suffix)
                while (at < text.size() && text[at] != ',' && text[at] != '(') ++at;
        }
    }

    // ---- Line by line --------------------------------------------------------------------------

    void pass(std::string_view line) {
        const std::string_view text = without_blanks(line);
        if (const std::string_view label = label_of(line); !label.empty()) {
            if (landings_.contains(label)) {
                copy(line);
                return emit("call\t__cusim_catch_from_library");
            }
            if (functions_.contains(label))
                begins_ = !is_part_of_function(label);
            else if (!label.starts_with(".LFB") && !label.starts_with(".LVL") &&
                     !label.starts_with(".Lfunc_begin"))
                put_return_address_aside();
            return copy(line);
        }
        if (text.starts_with(".section")) group_ = group_of_section(text);
        if (text.starts_with(".text") || text.starts_with(".data") || text.starts_with(".bss"))
            group_ = {};
        if (text.starts_with(".size")) list_function(text.substr(5));
        if (text.empty() || text.front() == '.' || text.front() == '#') {
            copy(line);
            if (text.starts_with(".cfi_startproc")) put_return_address_aside();
            return;
        }
        put_return_address_aside();
        if (may_be_branch(text)) return pass_branch(line);
        copy(line);
    }

    /// The cold part of a function is jumped to, so no return address is on top of the stack.
    static bool is_part_of_function(std::string_view name) { return name.ends_with(".cold"); }

    static bool may_be_branch(std::string_view text) {
        constexpr std::string_view beginnings[] = {"call", "jmp", "ret", "rep", "notrack", "bnd"};
        return starts_with_any(text, beginnings);
    }

    void pass_branch(std::string_view line) {
        const auto instruction = read_instruction(without_blanks(line));
        if (!instruction)
            throw UnknownInstruction("cannot tell where this leads: " + std::string(line));
        if (instruction->mnemonic.starts_with("ret")) return returns(line);
        if (!instruction->indirect) return pass_direct(*instruction, line);
        const Operand& target = instruction->operands[0];
        if (instruction->mnemonic.starts_with("jmp") && is_table(target.memory))
            return chooses(target.memory, line);
        emit("movq\t" + std::string(target.text) + ", %r11");
        const bool is_call = instruction->mnemonic.starts_with("call");
        emit(is_call ? "call\t__cusim_check_call" : "call\t__cusim_check_jump");
        emit(std::string(instruction->mnemonic) + "\t*%r11");
        if (is_call) return_from_library();
    }

    /// Which the function may have been. It may return in any registers.
    void return_from_library() {
        const std::string label = new_label();
        emit("cmpb\t$0, __cusim_data_closed(%rip)");
        emit("je\t" + label);
        emit("call\t__cusim_return_from_library");
        copy(label + ':');
    }

    void pass_direct(const Instruction& instruction, std::string_view line) {
        const std::string_view text = without_blanks(line);
        const std::string_view target = called_in(text);
        if (!is_of_library(target) || labels_.contains(target)) return copy(line);
        if (!instruction.mnemonic.starts_with("call"))
            throw UnknownInstruction("a jump into the C++ library: " + std::string(line));
        emit("call\t__cusim_enter_library");
        copy(line);
        emit("call\t__cusim_return_from_library");
    }

    /// "_ZNSolsEi" of "call	_ZNSolsEi@PLT".
    static std::string_view called_in(std::string_view text) {
        const std::size_t begin = text.find_first_not_of(" \t", text.find_first_of(" \t"));
        if (begin == text.npos) return {};
        std::size_t end = begin;
        while (end < text.size() && is_part_of_symbol(text[end])) ++end;
        return text.substr(begin, end - begin);
    }

    /// Compiled without hooks, and given objects whose pointers it follows. Its functions that only
    /// throw do not return, and its clocks are given nothing.
    static bool is_of_library(std::string_view symbol) {
        constexpr std::string_view families[] = {"_ZNSt",  "_ZNKSt",         "_ZSt",   "_ZNSo",
                                                 "_ZNKSo", "_ZNSi",          "_ZNKSi", "_ZNSd",
                                                 "_ZNKSd", "__cxa_end_catch"};
        constexpr std::string_view harmless[] = {"_ZNSt6chrono", "_ZSt9terminatev",
                                                 "_ZSt17rethrow_exception"};
        return starts_with_any(symbol, families) && !starts_with_any(symbol, harmless) &&
               symbol.find("__throw_") == symbol.npos;
    }

    bool is_table(const MemoryOperand& memory) const {
        return memory.symbol.starts_with(".L") && memory.base.empty() && memory.scale == 8 &&
               memory.offset == 0 && rows_.contains(memory.symbol);
    }

    /// If the compiler knows the possible values of a switch, it leaves out the check; but the
    /// program may violate what it relies on.
    void chooses(const MemoryOperand& table, std::string_view line) {
        const std::string label = new_label();
        emit("cmpq\t$" + std::to_string(rows_.at(table.symbol)) + ", " + std::string(table.index));
        emit("jb\t" + label);
        emit("call\t__cusim_refuse_case");
        copy(label + ':');
        copy(line);
    }

    void put_return_address_aside() {
        if (!begins_) return;
        begins_ = false;
        emit("movabsq\t$-" + distance() + ", %r11");
        emit("movq\t(%rsp), %r10");
        emit("movq\t%r10, (%rsp,%r11)");
    }

    void returns(std::string_view line) {
        const std::string label = new_label();
        emit("movabsq\t$-" + distance() + ", %r11");
        emit("movq\t(%rsp,%r11), %r11");
        emit("cmpq\t%r11, (%rsp)");
        emit("je\t" + label);
        emit("call\t__cusim_refuse_return");
        copy(label + ':');
        copy(line);
    }

    static std::string distance() {
        return std::to_string(memory::return_address_distance + memory::return_address_shift);
    }

    void list_function(std::string_view size_directive) {
        const std::string_view rest = without_blanks(size_directive);
        const std::string_view name = rest.substr(0, rest.find(','));
        if (functions_.contains(name) && !is_part_of_function(name) &&
            !starts_with_any(name, no_entries))
            list(name, group_, own_entries);
    }

    void list(std::string_view name, std::string_view group, std::string_view section) {
        const std::string flags = group.empty()
                                      ? ",\"a\",@progbits"
                                      : ",\"aG\",@progbits," + std::string(group) + ",comdat";
        emit(".pushsection\t" + std::string(section) + flags);
        emit(".balign\t8");
        emit(".quad\t" + std::string(name));
        emit(".popsection");
    }

    std::string new_label() { return ".Lfence" + std::to_string(labels_made_++); }

    void emit(const std::string& code) { copy('\t' + code); }
    void copy(std::string_view line) {
        out_ += line;
        out_ += '\n';
    }

    std::string_view text_;
    std::set<std::string_view> labels_, functions_, named_, landings_;
    std::map<std::string_view, std::size_t> rows_;  // after each label
    std::string_view table_;
    bool in_debug_ = false;
    std::string_view group_;
    bool begins_ = false;  // a function begins, and its return address is on top of the stack
    unsigned labels_made_ = 0;
    std::string out_;
};

}  // namespace

std::string fenced(std::string_view assembly) {
    return Fence(assembly).run();
}

}  // namespace cusim::simcc
