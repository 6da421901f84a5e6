#include "simulator/simcc/ptx/ptx_instruction.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "simulator/simcc/tokens/words.hpp"

namespace cusim::simcc::ptx {

std::string trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\n\r");
    if (begin == text.npos) return "";
    return std::string(text.substr(begin, text.find_last_not_of(" \t\n\r") + 1 - begin));
}

Words split_operands(std::string_view text) {
    Words parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        if (c == '[' || c == '{') ++depth;
        if (c == ']' || c == '}') --depth;
        if (c != ',' || (depth != 0 && i < text.size())) continue;
        parts.push_back(trimmed(text.substr(begin, i - begin)));
        begin = i + 1;
    }
    if (parts.size() == 1 && parts[0].empty()) parts.clear();
    return parts;
}

Instruction read_instruction(std::string_view text) {
    Instruction result;
    std::size_t i = 0;
    const auto until_blank = [&] {
        const std::size_t begin = i;
        while (i < text.size() && !std::isspace(static_cast<unsigned char>(text[i]))) ++i;
        const std::size_t end = i;
        while (i < text.size() && std::isspace(static_cast<unsigned char>(text[i]))) ++i;
        return std::string(text.substr(begin, end - begin));
    };
    if (text.starts_with('@')) result.guard = until_blank().substr(1);
    const std::string code = until_blank();
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= code.size(); ++at) {
        if (at < code.size() && code[at] != '.') continue;
        const std::string word = code.substr(begin, at - begin);
        if (begin == 0)
            result.name = word;
        else
            result.modifiers.push_back(word);
        begin = at + 1;
    }
    result.operands = split_operands(text.substr(i));
    return result;
}

bool take(Words& words, std::string_view word) {
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) return false;
    words.erase(found);
    return true;
}

bool has_carry(const Instruction& instruction) {
    constexpr std::array<std::string_view, 3> takers = {"addc", "subc", "madc"};
    return among(takers, instruction.name) ||
           std::ranges::find(instruction.modifiers, "cc") != instruction.modifiers.end();
}

Words parts_of(std::string_view braces) {
    if (!braces.ends_with('}')) return {};
    return split_operands(braces.substr(1, braces.size() - 2));
}

}  // namespace cusim::simcc::ptx
