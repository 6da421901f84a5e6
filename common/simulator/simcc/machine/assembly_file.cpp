#include "simulator/simcc/machine/assembly_file.hpp"

#include <algorithm>
#include <cstdlib>

#include "simulator/simcc/machine/announced_library.hpp"
#include "simulator/simcc/machine/machine_access.hpp"

namespace cusim::simcc {
namespace {

// Translated code that belongs to the runtime and has no hooks on purpose (CUSIM_UNWATCHED).
constexpr std::string_view unwatched[] = {"_ZN5cusim6detail5Thunk", "_ZN5cusim6detail8Argument",
                                          "_ZN5cusim6detail6launch"};
constexpr std::string_view marks[] = {".LVL", ".LBB", ".LBE", ".LFB", ".LFE", ".LEHB", ".LEHE"};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
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

/// How much the instruction, which changes %rsp, may grow the frame.
std::int64_t growth(const Instruction& instruction) {
    constexpr std::int64_t alignment = 4096;
    if (instruction.mnemonic == "andq") return alignment;
    if (instruction.mnemonic == "leaq") return std::abs(instruction.operands[0].memory.offset);
    if (instruction.mnemonic != "subq" && instruction.mnemonic != "addq") return 0;
    const auto number = number_of(instruction.operands[0].text.substr(1));
    return number ? std::abs(*number) : 0;
}

/// A blank line, a directive, a label or a comment.
bool is_no_instruction(std::string_view text) {
    return text.empty() || text.front() == '.' || text.front() == '#';
}

}  // namespace

/// clang's basic blocks are called .LBB0_1, g++'s marks .LBB1.
bool is_mark(std::string_view label) {
    if (label.starts_with(checked_mark)) return true;
    return std::ranges::any_of(marks, [&](std::string_view mark) {
        return label.starts_with(mark) && std::ranges::all_of(label.substr(mark.size()), is_digit);
    });
}

AssemblyFile::AssemblyFile(std::string_view text) : lines_(lines_of(text)) {
    look_at_definitions();
}

void AssemblyFile::look_at_definitions() {
    bool constant = false;
    for (const std::string_view& line : lines_) {
        const std::string_view text = without_blanks(line);
        count_labels(text);
        if (text.starts_with(".section"))
            constant = text.find(".rodata") != text.npos;
        else if (text.starts_with(".text") || text.starts_with(".data") || text.starts_with(".bss"))
            constant = false;
        else if (const auto label = label_of(line); !label.empty()) {
            places_[label] = static_cast<std::size_t>(&line - lines_.data());
            if (constant) constants_.insert(label);
            if (is_announced_function(label)) own_.insert(label);
        }
    }
}

void AssemblyFile::count_labels(std::string_view text) {
    for (std::size_t at = 0; (at = text.find(".L", at)) != text.npos;) {
        std::size_t end = at + 2;
        while (end < text.size() && is_part_of_symbol(text[end])) ++end;
        if (const auto name = text.substr(at, end - at); end == text.size() || text[end] != ':')
            ++named_[name];
        at = end;
    }
}

std::optional<std::size_t> AssemblyFile::line_of(std::string_view label) const {
    const auto found = places_.find(label);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
}

unsigned AssemblyFile::uses_of(std::string_view label) const {
    const auto found = named_.find(label);
    return found == named_.end() ? 0 : found->second;
}

bool AssemblyFile::comes_from_above(std::string_view label, std::string_view jumped_to) const {
    if (jumped_to.empty() || uses_of(jumped_to) != 1 || uses_of(label) != 1) return false;
    const auto at = line_of(jumped_to);
    return at && only_calls_hooks(*at + 1, label);
}

/// From `line` on, until a jump to the label `until`: calls of hooks, and their arguments.
bool AssemblyFile::only_calls_hooks(std::size_t line, std::string_view until) const {
    bool hook = false;
    for (; line < lines_.size(); ++line) {
        const std::string_view text = without_blanks(lines_[line]);
        if (is_no_instruction(text)) {
            if (const auto other = label_of(lines_[line]); !other.empty() && !is_mark(other))
                return false;
            continue;
        }
        const auto instruction = read_instruction(text);
        if (!instruction || instruction->operands.empty()) return false;
        const Operand& last = instruction->operands.back();
        if (instruction->mnemonic == "jmp") return hook && last.text == until;
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

bool AssemblyFile::is_kernel(std::string_view name) const {
    constexpr std::string_view variable = "E12__cusim_site";
    std::string function{name};
    if (name.starts_with("_Z"))
        function.erase(0, 2);
    else  // extern "C"
        function = std::to_string(name.size()) + function;
    return places_.contains("_ZZ" + function + std::string(variable));
}

FunctionFrame AssemblyFile::frame_of(std::string_view name, std::size_t at) const {
    FunctionFrame function;
    bool other_frame_pointer = false;
    for (std::size_t i = at + 1; i < lines_.size(); ++i) {
        const std::string_view text = without_blanks(lines_[i]);
        if (text.starts_with(".size") || text.starts_with(".type")) break;
        if (is_no_instruction(text)) continue;
        const auto instruction = read_instruction(text);
        if (!instruction || instruction->operands.empty()) continue;
        const std::string_view last = instruction->operands.back().text;
        const std::string_view mnemonic = instruction->mnemonic;
        if (mnemonic.starts_with("push")) function.bytes += 8;
        if (last == "%rsp") function.bytes += growth(*instruction);
        if (last != "%rbp" || mnemonic.starts_with("push") || mnemonic.starts_with("pop")) continue;
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

}  // namespace cusim::simcc
