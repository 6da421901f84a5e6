#include "simulator/report/source/subscript.hpp"

#include <algorithm>
#include <cctype>

#include "simulator/report/source/source_file.hpp"

namespace cusim::report {
namespace {

constexpr std::size_t longest_text = 1 << 24;  // bytes

// The preprocessor keeps the indentation of a line, and replaces other runs of blanks by one.
std::string with_single_blanks(const std::string& line) {
    std::string result;
    bool indentation = true;
    for (const char c : line) {
        const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
        indentation &= blank;
        if (!blank || indentation || result.back() != ' ') result += blank ? ' ' : c;
    }
    return result;
}

bool is_in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The position of the bracket whose closing one ends before `end`; npos if there is none.
std::size_t opening(const std::string& text, std::size_t end) {
    int depth = 0;
    while (end-- > 0) {
        depth += (text[end] == ']') - (text[end] == '[');
        if (depth == 0) return end;
    }
    return std::string::npos;
}

// The beginning of the expression that ends before `end`: names, members and subscripts.
std::size_t beginning(const std::string& text, std::size_t end) {
    std::size_t at = end;
    while (at > 0) {
        if (text[at - 1] == ']') {
            const std::size_t bracket = opening(text, at);
            if (bracket == std::string::npos) return end;
            at = bracket;
        } else if (is_in_name(text[at - 1]) || text[at - 1] == '.') {
            --at;
        } else if (at > 1 && text.compare(at - 2, 2, "->") == 0) {
            at -= 2;
        } else {
            break;
        }
    }
    return at;
}

}  // namespace

std::string subscripted(const std::string& line, int column) {
    const std::string text = with_single_blanks(line);
    const auto end = static_cast<std::size_t>(column);
    if (column < 1 || end > text.size() || text[end - 1] != ']') return {};
    const std::size_t bracket = opening(text, end);
    if (bracket == std::string::npos) return {};
    const std::size_t begin = beginning(text, bracket);
    const std::string name = text.substr(begin, bracket - begin);
    const bool is_name = !name.empty() && is_in_name(name.front()) && !std::isdigit(name.front());
    return is_name ? name : std::string{};
}

std::string subscripted(const Site& site, int column) {
    if (!site.file) return {};
    const std::string text = text_of_file(site.file, longest_text);
    std::size_t begin = 0;
    for (int number = 1; number < site.line && begin < text.size(); ++number)
        begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
    return begin < text.size()
               ? subscripted(text.substr(begin, text.find('\n', begin) - begin), column)
               : std::string{};
}

}  // namespace cusim::report
