// Matches brackets in one pass with a stack. Walks over template lists are guesses that do not
// leave a statement.
#include "simulator/simcc/tokens/brackets.hpp"

#include <algorithm>

namespace cusim::simcc {
namespace {

constexpr std::uint32_t no_index = std::numeric_limits<std::uint32_t>::max();

std::size_t widen(std::uint32_t index) {
    return index == no_index ? none : index;
}

char bracket(const Token& token) {
    if (token.kind != TokenKind::punctuator || token.text.size() != 1) return '\0';
    const char c = token.text[0];
    return c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}' ? c : '\0';
}

bool opens(char c) {
    return c == '(' || c == '[' || c == '{';
}

char closer_of(char c) {
    return c == '(' ? ')' : c == '[' ? ']' : '}';
}

}  // namespace

Brackets::Brackets(const std::vector<Token>& tokens)
    : tokens_(tokens), partner_(tokens.size(), no_index), enclosing_(tokens.size(), no_index) {
    std::vector<std::uint32_t> open;
    std::vector<std::uint32_t> braces;
    for (std::uint32_t i = 0; i < tokens.size(); ++i) {
        const char c = bracket(tokens[i]);
        if (c == '}' && !braces.empty()) {
            // A closing brace also closes brackets that were left open inside the braces.
            while (open.back() != braces.back()) open.pop_back();
        }
        enclosing_[i] = braces.empty() ? no_index : braces.back();
        if (!c) continue;
        if (opens(c)) {
            open.push_back(i);
            if (c == '{') braces.push_back(i);
        } else if (!open.empty() && closer_of(bracket(tokens[open.back()])) == c) {
            partner_[i] = open.back();
            partner_[open.back()] = i;
            if (c == '}') {
                braces.pop_back();
                enclosing_[i] = braces.empty() ? no_index : braces.back();
            }
            open.pop_back();
        }
    }
}

std::size_t Brackets::partner(std::size_t at) const {
    return widen(partner_[at]);
}

std::size_t Brackets::enclosing_brace(std::size_t at) const {
    return widen(enclosing_[at]);
}

bool Brackets::is_opener(std::size_t at) const {
    return opens(bracket(tokens_[at]));
}

bool Brackets::is_closer(std::size_t at) const {
    const char c = bracket(tokens_[at]);
    return c && !opens(c);
}

std::size_t Brackets::after_template_list(std::size_t at, std::size_t end) const {
    int depth = 0;
    end = std::min(end, at + longest_guess);
    for (std::size_t i = at; i < end; ++i) {
        const Token& token = tokens_[i];
        if (token.is(";") || token.is("<<<") || is_closer(i)) return none;
        if (is_opener(i)) {
            if (partner(i) == none) return none;
            i = partner(i);
        } else if (token.is("<")) {
            ++depth;
        } else if (token.is(">") && --depth == 0) {
            return i + 1;
        }
    }
    return none;
}

std::size_t Brackets::template_list_before(std::size_t at) const {
    int depth = 0;
    for (std::size_t i = at + 1; i-- > 0 && at - i < longest_guess;) {
        const Token& token = tokens_[i];
        if (token.is(";") || token.is("<<<") || is_opener(i)) return none;
        if (is_closer(i)) {
            if (partner(i) == none) return none;
            i = partner(i);
        } else if (token.is(">")) {
            ++depth;
        } else if (token.is("<") && --depth == 0) {
            return i;
        }
    }
    return none;
}

std::vector<TokenRange> split_at_commas(const std::vector<Token>& tokens, const Brackets& brackets,
                                        TokenRange range) {
    std::vector<TokenRange> parts;
    std::size_t begin = range.begin;
    for (std::size_t i = range.begin; i < range.end; ++i) {
        const Token& token = tokens[i];
        if (brackets.is_opener(i) && brackets.partner(i) != none) {
            i = brackets.partner(i);
        } else if (token.is("<") && i > range.begin &&
                   tokens[i - 1].kind == TokenKind::identifier) {
            const std::size_t after = brackets.after_template_list(i, range.end);
            if (after != none) i = after - 1;
        } else if (token.is(",")) {
            parts.push_back({begin, i});
            begin = i + 1;
        }
    }
    if (begin < range.end || !parts.empty()) parts.push_back({begin, range.end});
    return parts;
}

}  // namespace cusim::simcc
