#include "suite/causes/slip_tokens.hpp"

#include <algorithm>

namespace grader::suite {

bool is_name(const source::Source& source, std::size_t at) {
    return source.is_kind(at, source::TokenKind::identifier);
}

bool begins_statement(const source::Source& source, std::size_t at) {
    return at > 0 && source.is_one_of(at - 1, {";", "{", "}"});
}

std::string quoted(const source::Source& source, std::size_t begin, std::size_t last) {
    constexpr std::size_t longest_quotation = 60;
    std::string words;
    for (const char c : source.text({begin, last + 1})) {
        const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (!blank || (!words.empty() && words.back() != ' ')) words += blank ? ' ' : c;
    }
    return words.size() > longest_quotation ? words.substr(0, longest_quotation) + "…" : words;
}

std::size_t first_between(const source::Source& source, std::string_view spelling,
                          std::size_t begin, std::size_t end) {
    while (begin < end && !source.is(begin, spelling)) {
        const std::size_t partner = source.partner(begin);
        begin = partner == source::none || partner < begin ? begin + 1 : partner + 1;
    }
    return std::min(begin, end);
}

std::size_t comma_between(const source::Source& source, std::size_t begin, std::size_t end) {
    return first_between(source, ",", begin, end);
}

}  // namespace grader::suite
