#include "simulator/simcc/machine/machine_line.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace cusim::simcc {
namespace {

constexpr std::array<std::string_view, 8> old_registers{"ax", "cx", "dx", "bx",
                                                        "sp", "bp", "si", "di"};
constexpr std::array<std::string_view, 11> prefixes{"lock",   "rep",      "repe",    "repz",
                                                    "repne",  "repnz",    "notrack", "bnd",
                                                    "data16", "xacquire", "xrelease"};

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && (is_blank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

std::string_view take_word(std::string_view& text) {
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view word = text.substr(0, end);
    text = trimmed(text.substr(end));
    return word;
}

/// For "rep;movsq (%rsi), %es:(%rdi)", as clang++ writes it: moves the instruction back to `rest`.
void split_prefix(std::string_view& mnemonic, std::string_view& rest) {
    const std::size_t end = mnemonic.find(';');
    if (end == mnemonic.npos || !std::ranges::count(prefixes, mnemonic.substr(0, end))) return;
    const char* const behind = mnemonic.data() + end + 1;
    const char* const last =
        rest.empty() ? mnemonic.data() + mnemonic.size() : rest.data() + rest.size();
    rest = trimmed({behind, static_cast<std::size_t>(last - behind)});
    mnemonic = mnemonic.substr(0, end);
}

/// Splits at commas outside parentheses.
std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && text[i] == '(') ++depth;
        if (i < text.size() && text[i] == ')') --depth;
        if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
        parts.push_back(trimmed(text.substr(begin, i - begin)));
        begin = i + 1;
    }
    return parts;
}

std::optional<Register> numbered_register(std::string_view name) {
    std::size_t digits = 1;
    while (digits < name.size() && name[digits] >= '0' && name[digits] <= '9') ++digits;
    const auto number = number_of(name.substr(1, digits - 1));
    if (!number || *number < 8 || *number > 15) return std::nullopt;
    const std::string_view width = name.substr(digits);
    const int bytes = width.empty() ? 8 : width == "d" ? 4 : width == "w" ? 2 : 1;
    return Register{std::uint8_t(*number), std::uint8_t(bytes)};
}

/// Reads "foo+8", "foo", "-8" or nothing.
void read_displacement(std::string_view text, MemoryOperand& memory) {
    if (text.empty()) return;
    if (const auto number = number_of(text)) {
        memory.offset = *number;
        return;
    }
    const std::size_t sign = text.find_last_of("+-");
    if (sign != text.npos && sign > 0)
        if (const auto number = number_of(text.substr(sign + (text[sign] == '+')))) {
            memory.symbol = text.substr(0, sign);
            memory.offset = *number;
            return;
        }
    memory.symbol = text;
}

std::optional<MemoryOperand> read_memory(std::string_view text) {
    MemoryOperand memory;
    if (text.starts_with('%')) {
        const std::size_t colon = text.find(':');
        if (colon == text.npos) return std::nullopt;
        memory.segment = text.substr(1, colon - 1);
        text = text.substr(colon + 1);
    }
    const std::size_t open = text.rfind('(');
    if (!text.ends_with(')') || open == text.npos) {
        read_displacement(text, memory);
        return memory;
    }
    read_displacement(trimmed(text.substr(0, open)), memory);
    const auto parts = split(text.substr(open + 1, text.size() - open - 2));
    memory.base = parts[0];
    if (parts.size() > 1) memory.index = parts[1];
    if (parts.size() > 2) {
        const auto scale = number_of(parts[2]);
        if (!scale) return std::nullopt;
        memory.scale = static_cast<unsigned>(*scale);
    }
    return memory;
}

bool is_branch(std::string_view mnemonic) {
    return mnemonic.starts_with('j') || mnemonic.starts_with("call") ||
           mnemonic.starts_with("loop") || mnemonic == "xbegin";
}

std::optional<Operand> read_operand(std::string_view text, const Instruction& instruction) {
    const bool is_place = is_branch(instruction.mnemonic) && !instruction.indirect;
    if (text.starts_with('$') || is_place) return Operand{Operand::Form::immediate, text, {}};
    if (text.starts_with('%') && text.find(':') == text.npos)
        return Operand{Operand::Form::in_register, text, {}};
    const auto memory = read_memory(text);
    if (!memory) return std::nullopt;
    return Operand{Operand::Form::memory, text, *memory};
}

}  // namespace

std::optional<std::int64_t> number_of(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const bool hexadecimal = text.starts_with("0x");
    if (hexadecimal) text.remove_prefix(2);
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value, hexadecimal ? 16 : 10);
    if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    return static_cast<std::int64_t>(negative ? 0 - value : value);
}

std::optional<Register> general_register(std::string_view text) {
    if (!text.starts_with('%')) return std::nullopt;
    std::string_view name = text.substr(1);
    if (name.size() >= 2 && name[0] == 'r' && name[1] >= '0' && name[1] <= '9')
        return numbered_register(name);
    std::uint8_t bytes = 2;
    if (name.starts_with('r') || name.starts_with('e')) {
        bytes = name[0] == 'r' ? 8 : 4;
        name.remove_prefix(1);
    } else if (name.size() == 3 && name.ends_with('l')) {  // %sil
        bytes = 1;
        name.remove_suffix(1);
    }
    const auto found = std::ranges::find(old_registers, name);
    if (found != old_registers.end())
        return Register{std::uint8_t(found - old_registers.begin()), bytes};
    constexpr std::string_view letters = "acdb";  // %al, %ah
    if (name.size() == 2 && (name[1] == 'l' || name[1] == 'h') &&
        letters.find(name[0]) != name.npos)
        return Register{std::uint8_t(letters.find(name[0])), 1};
    return std::nullopt;
}

std::optional<Instruction> read_instruction(std::string_view text) {
    text = trimmed(text.substr(0, text.find('#')));  // comments of clang
    Instruction instruction;
    instruction.mnemonic = take_word(text);
    split_prefix(instruction.mnemonic, text);
    while (std::ranges::count(prefixes, instruction.mnemonic) && !text.empty()) {
        instruction.prefix = instruction.mnemonic;
        instruction.mnemonic = take_word(text);
    }
    if (instruction.mnemonic.empty()) return std::nullopt;
    if (text.starts_with('*')) {
        instruction.indirect = true;
        text = trimmed(text.substr(1));
    }
    if (text.empty()) return instruction;
    for (const std::string_view part : split(text)) {
        auto operand = read_operand(part, instruction);
        if (!operand) return std::nullopt;
        instruction.operands.push_back(std::move(*operand));
    }
    return instruction;
}

std::string_view label_of(std::string_view line) {
    if (line.empty() || is_blank(line.front()) || line.front() == '#') return {};
    const std::size_t end = line.find(':');
    if (end == line.npos || line.substr(0, end).find_first_of(" \t\"(") != line.npos) return {};
    return line.substr(0, end);
}

std::string_view without_blanks(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    return begin == line.npos ? std::string_view{} : line.substr(begin);
}

std::string_view group_of_section(std::string_view section) {
    const std::size_t end = section.rfind(",comdat");
    if (end == section.npos) return {};
    const std::size_t begin = section.rfind(',', end - 1) + 1;
    return section.substr(begin, end - begin);
}

}  // namespace cusim::simcc
