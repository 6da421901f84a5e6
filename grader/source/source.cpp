#include "source/source.hpp"

#include <algorithm>

namespace grader::source {
namespace {

using Spellings = std::vector<std::string_view>;

const Spellings type_words{"void",  "bool",    "char",      "short",  "int",       "long",
                           "float", "double",  "unsigned",  "signed", "size_t",    "const",
                           "auto",  "static",  "constexpr", "extern", "volatile",  "register",
                           "using", "typedef", "struct",    "enum",   "__shared__"};

// Tokens that may precede a statement, besides brackets and the end of another statement.
const Spellings before_statement{";", "{", "}", "else", "do"};
const Spellings with_header{"if", "for", "while", "switch", "constexpr"};
const Spellings ends_operand{"=",  "+=", "-=", "*=", "/=", "%=", "<<=", ">>=",    "&=",
                             "|=", "^=", ";",  ",",  ":",  "?",  "{",   "return", "}"};

bool among(std::string_view word, const Spellings& words) {
    return std::ranges::find(words, word) != words.end();
}

}  // namespace

Source::Source(std::string text, const std::string& name) : Source(std::move(text), name, {}) {
    for (const Function& function : functions_)
        for (auto i = function.body.begin; i < function.body.end; ++i) changeable_[i] = true;
}

Source::Source(std::string text, const std::string& name, std::span<const Lines> changeable)
    : text_(std::move(text)),
      tokens_(cusim::simcc::lex(text_, name)),
      brackets_(tokens_.tokens),
      around_(size(), none),
      changeable_(size(), false) {
    find_brackets();
    find_functions();
    for (std::size_t i = 0; i < size(); ++i) {
        const auto line = static_cast<int>((*this)[i].line);
        changeable_[i] = std::ranges::any_of(changeable, [&](const Lines& lines) {
            return lines.first <= line && line <= lines.last;
        });
    }
}

void Source::find_brackets() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < size(); ++i) {
        if (!open.empty() && partner(open.back()) == i) open.pop_back();
        around_[i] = open.empty() ? none : open.back();
        if (brackets_.is_opener(i) && partner(i) != none) open.push_back(i);
    }
}

// `name(parameters) {`. In a body, conditions and lambdas look alike, so bodies are skipped.
void Source::find_functions() {
    for (std::size_t i = 1; i < size(); ++i) {
        const auto end = is(i, "{") && is(i - 1, ")") ? partner(i) : none;
        const auto open = end == none ? none : partner(i - 1);
        if (open == none || open == 0 || !is_kind(open - 1, TokenKind::identifier)) continue;
        functions_.push_back(
            {std::string((*this)[open - 1].text), {open + 1, i - 1}, {i + 1, end}});
        i = end;
    }
}

const Function* Source::function_around(std::size_t i) const {
    for (const Function& function : functions_)
        if (function.body.begin <= i && i < function.body.end) return &function;
    return nullptr;
}

std::vector<const Function*> Source::reached_from(const std::vector<std::string>& names) const {
    std::vector<const Function*> reached;
    const auto add = [&](std::string_view name) {
        for (const Function& function : functions_)
            if (function.name == name && !std::ranges::count(reached, &function))
                reached.push_back(&function);
    };
    for (const auto& name : names) add(name);
    for (std::size_t next = 0; next < reached.size(); ++next) {
        const TokenRange body = reached[next]->body;
        for (auto i = body.begin; i < body.end; ++i)
            if (is_kind(i, TokenKind::identifier)) add((*this)[i].text);
    }
    return reached;
}

std::string Source::text(TokenRange range) const {
    if (range.empty()) return "";
    const auto begin = (*this)[range.begin].offset;
    return text_.substr(begin, (*this)[range.end - 1].end() - begin);
}

bool Source::is(std::size_t i, std::string_view spelling) const {
    return i < size() && (*this)[i].is(spelling);
}

bool Source::is_kind(std::size_t i, TokenKind kind) const {
    return i < size() && (*this)[i].kind == kind;
}

bool Source::is_one_of(std::size_t i, const Spellings& spellings) const {
    return i < size() && among((*this)[i].text, spellings);
}

std::size_t Source::partner(std::size_t i) const {
    return i < size() ? brackets_.partner(i) : none;
}

bool Source::starts_statement(std::size_t i) const {
    const auto around = opener_around(i);
    if (around != none && !is(around, "{")) return false;
    if (i == 0 || is_one_of(i - 1, before_statement)) return true;
    if (!is(i - 1, ")") || partner(i - 1) == none || partner(i - 1) == 0) return false;
    return is_one_of(partner(i - 1) - 1, with_header);
}

TokenRange Source::statement(std::size_t begin) const {
    for (std::size_t i = begin; i < size(); ++i) {
        if (is(i, ";")) return {begin, i + 1};
        if (brackets_.is_closer(i) || is(i, "{")) break;
        if (brackets_.is_opener(i) && partner(i) != none) i = partner(i);
    }
    return {begin, begin};
}

bool Source::is_declaration(std::size_t i) const {
    if (is_one_of(i, type_words)) return true;
    while (is_kind(i, TokenKind::identifier)) {
        ++i;
        if (is(i, "<")) {
            const auto after = brackets_.after_template_list(i, size());
            if (after == none) return false;
            i = after;
        }
        if (!is(i, "::")) break;
        ++i;
    }
    while (is(i, "*") || is(i, "&") || is(i, "const")) ++i;
    return is_kind(i, TokenKind::identifier);
}

bool Source::is_binary(std::size_t i) const {
    if (i == 0) return false;
    if (is_one_of(i - 1, type_words) || is(i - 1, "return")) return false;
    if (is(i - 1, ")") || is(i - 1, "]")) return true;
    return is_kind(i - 1, TokenKind::identifier) || is_kind(i - 1, TokenKind::number);
}

// `a < b, c > d` may be a template list or two comparisons. It is a list if what is between looks
// like types.
bool Source::is_template_list(std::size_t open, std::size_t after) const {
    if (open == 0 || !is_kind(open - 1, TokenKind::identifier) || after == none) return false;
    for (std::size_t i = open + 1; i + 1 < after; ++i) {
        const bool of_types = is_kind(i, TokenKind::identifier) || is_kind(i, TokenKind::number) ||
                              is_one_of(i, {"::", ",", "*", "&", "<", ">"});
        if (!of_types) return false;
    }
    return is_one_of(after, {"(", ")", "{", "::", "&", "*", "<<<", ">", ",", ";"}) ||
           is_kind(after, TokenKind::identifier);
}

bool Source::compares(std::size_t i) const {
    if (is(i, "<")) return !is_template_list(i, brackets_.after_template_list(i, size()));
    if (!is(i, ">")) return false;
    const auto touches = [&](std::size_t a, std::size_t b) {
        return is(a, ">") && is(b, ">") && (*this)[a].end() == (*this)[b].offset;
    };
    if ((i > 0 && touches(i - 1, i)) || touches(i, i + 1)) return false;
    const auto open = brackets_.template_list_before(i);
    return open == none || !is_template_list(open, i + 1);
}

TokenRange Source::operand_before(std::size_t i, const Spellings& looser) const {
    std::size_t begin = i;
    while (begin > 0) {
        const auto at = begin - 1;
        if (is_one_of(at, ends_operand) || is_one_of(at, looser)) break;
        if (brackets_.is_opener(at)) break;
        begin = brackets_.is_closer(at) && partner(at) != none ? partner(at) : at;
    }
    return {begin, i};
}

TokenRange Source::operand_after(std::size_t i, const Spellings& looser) const {
    std::size_t end = i + 1;
    while (end < size()) {
        if (is_one_of(end, ends_operand) || is_one_of(end, looser)) break;
        if (brackets_.is_closer(end)) break;
        end = brackets_.is_opener(end) && partner(end) != none ? partner(end) + 1 : end + 1;
    }
    return {i + 1, end};
}

std::vector<TokenRange> Source::arguments(std::size_t i) const {
    std::size_t end = partner(i);
    if (is(i, "<<<"))
        for (end = i + 1; end < size() && !is(end, ">") && !is(end, ";");)
            end = brackets_.is_opener(end) && partner(end) != none ? partner(end) + 1 : end + 1;
    if (end == none || end >= size()) return {};
    return cusim::simcc::split_at_commas(tokens_.tokens, brackets_, {i + 1, end});
}

std::string Source::declared_type(std::string_view name, std::size_t before) const {
    for (std::size_t i = before; i-- > 1;) {
        if (!is(i, name) || !is_one_of(i + 1, {",", ")", "=", ";", "(", "["})) continue;
        std::size_t end = i;
        if (is(i - 1, ",") && (opener_around(i) == none || is(opener_around(i), "{"))) {
            while (end > 0 && !starts_statement(end)) --end;  // the first of several declarators
            if (!is_declaration(end)) continue;
            while (end < i && !is_one_of(end + 1, {",", "=", ";", "(", "["})) ++end;
        }
        std::size_t begin = end;
        while (begin > 0 && (is_kind(begin - 1, TokenKind::identifier) ||
                             is_one_of(begin - 1, {"*", "&", "::"})))
            --begin;
        if (begin == end || is_one_of(begin, {"return", "*"})) continue;
        return text({begin, end});
    }
    return "";
}

std::string Source::type_of(TokenRange expression) const {
    if (expression.empty() || !is_kind(expression.begin, TokenKind::identifier)) return "";
    for (std::size_t i = expression.begin + 1; i < expression.end; ++i)
        if (!is_one_of(i, {".", "->", "::"}) && !is_kind(i, TokenKind::identifier)) return "";
    const auto type = declared_type((*this)[expression.begin].text, expression.begin);
    return type.empty() ? "" : type + text({expression.begin + 1, expression.end});
}

}  // namespace grader::source
