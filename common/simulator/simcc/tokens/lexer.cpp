// The lexer: one class that walks through the text once. lexer.hpp states its guarantees.
#include "simulator/simcc/tokens/lexer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>

namespace cusim::simcc {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool starts_identifier(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool continues_identifier(char c) {
    return starts_identifier(c) || is_digit(c);
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// Longest first. Contains '>' only in arrows and comparisons: closing angle brackets stay single.
constexpr std::array<std::string_view, 28> punctuators = {
    "<<<", "<<=", "<=>", "->*", "...", "::", "->", "<<", "<=", ">=", "==", "!=", "&&", "||",
    "++",  "--",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "##", ".*", "<%", "%>"};

constexpr std::string_view first_characters = "<>-.:=!&|+*/%^#";
static_assert(std::ranges::all_of(punctuators, [](std::string_view punctuator) {
    return first_characters.find(punctuator[0]) != first_characters.npos;
}));

std::string_view canonical(std::string_view spelling) {
    if (spelling == "<%") return "{";
    if (spelling == "%>") return "}";
    if (spelling.size() > 3 && spelling.starts_with("<< ")) return "<<<";
    return spelling;
}

class Lexer {
  public:
    Lexer(std::string_view text, std::string_view name) : text_(text) {
        result_.source = text;
        enter_file(name, false);
    }

    Tokens run() {
        while (skip_space()) {
            if (text_[at_] == '#' && at_line_start_) {
                directive();
            } else {
                at_line_start_ = false;
                token();
            }
        }
        return std::move(result_);
    }

  private:
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    void newline() {
        ++at_;
        ++line_;
        at_line_start_ = true;
    }

    /// A backslash at the end of a line joins it to the next one.
    std::size_t splice_length(std::size_t at) const {
        if (at >= text_.size() || text_[at] != '\\') return 0;
        if (text_.substr(at + 1, 1) == "\n") return 2;
        return text_.substr(at + 1, 2) == "\r\n" ? 3 : 0;
    }

    /// Skips blanks, newlines, splices and comments; returns false at the end of the text.
    bool skip_space() {
        while (at_ < text_.size()) {
            if (text_[at_] == '\n') {
                newline();
            } else if (is_blank(text_[at_])) {
                ++at_;
            } else if (const std::size_t splice = splice_length(at_)) {
                at_ += splice;
                ++line_;
            } else if (!skip_comment()) {
                return true;
            }
        }
        return false;
    }

    bool skip_comment() {
        if (peek() != '/' || (peek(1) != '/' && peek(1) != '*')) return false;
        if (peek(1) == '/') {
            at_ = end_of_line();
            return true;
        }
        const std::size_t close = text_.find("*/", at_ + 2);
        const std::size_t end = close == text_.npos ? text_.size() : close + 2;
        count_lines(at_, end);
        at_ = end;
        return true;
    }

    void count_lines(std::size_t begin, std::size_t end) {
        line_ += static_cast<std::uint32_t>(
            std::count(text_.begin() + begin, text_.begin() + end, '\n'));
    }

    /// The end of the logical line, which splices continue. Counts the lines passed.
    std::size_t end_of_line() {
        std::size_t end = at_;
        while (end < text_.size() && text_[end] != '\n') {
            const std::size_t splice = splice_length(end);
            if (splice) ++line_;
            end += splice ? splice : 1;
        }
        return end;
    }

    void directive() {
        const std::uint32_t first_line = line_;
        const std::size_t begin = at_;
        at_ = end_of_line();
        const std::string_view line = text_.substr(begin, at_ - begin);
        if (!line_marker(line)) result_.directives.push_back({line, first_line, file_});
    }

    /// For `# 12 "name" 1 3` or `#line 12 "name"`: the next line gets this number. #line is also
    /// kept as a directive, since the vetting of submissions looks for it.
    bool line_marker(std::string_view line) {
        std::size_t i = 1;
        const auto skip_blanks = [&] {
            while (i < line.size() && is_blank(line[i])) ++i;
        };
        skip_blanks();
        const bool spelled = line.substr(i, 4) == "line";
        if (spelled) i += 4;
        skip_blanks();
        std::uint32_t number = 0;
        const auto [end, error] =
            std::from_chars(line.data() + i, line.data() + line.size(), number);
        if (error != std::errc{} || number > std::numeric_limits<std::int32_t>::max()) return false;
        i = static_cast<std::size_t>(end - line.data());
        skip_blanks();
        if (i < line.size() && line[i] == '"') {
            const std::size_t close = line.find('"', i + 1);
            if (close == line.npos) return false;
            const std::string_view flags = line.substr(close + 1);
            enter_file(line.substr(i + 1, close - i - 1), flags.find('3') != flags.npos);
        }
        line_ = number - 1;  // the newline after the marker adds one
        return !spelled;
    }

    void enter_file(std::string_view name, bool system) {
        const auto known = files_.find(name);
        if (known != files_.end()) {
            file_ = known->second;
            return;
        }
        if (result_.files.size() >= std::numeric_limits<std::uint16_t>::max()) return;
        file_ = static_cast<std::uint16_t>(result_.files.size());
        result_.files.push_back({std::string(name), system});
        files_.emplace(name, file_);
    }

    void token() {
        const std::size_t begin = at_;
        const std::uint32_t line = line_;
        const TokenKind kind = scan();
        const std::string_view spelling = text_.substr(begin, at_ - begin);
        result_.tokens.push_back({canonical(spelling), static_cast<std::uint32_t>(begin),
                                  static_cast<std::uint32_t>(at_ - begin), line, file_, kind});
    }

    TokenKind scan() {
        const char c = peek();
        if (starts_identifier(c)) return identifier_or_literal();
        if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
        if (c == '"') return quoted('"');
        if (c == '\'') return quoted('\'');
        return punctuator();
    }

    TokenKind identifier_or_literal() {
        const std::size_t begin = at_;
        while (continues_identifier(peek())) ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        if (peek() != '"' && peek() != '\'') return TokenKind::identifier;
        const bool raw =
            word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
        if (raw && peek() == '"') return raw_string();
        if (word == "L" || word == "u" || word == "U" || word == "u8") return quoted(peek());
        return TokenKind::identifier;
    }

    TokenKind number() {
        while (true) {
            const char c = peek();
            const char next = peek(1);
            const bool exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
            if (exponent && (next == '+' || next == '-')) {
                at_ += 2;
            } else if (continues_identifier(c) || c == '.') {
                ++at_;
            } else if (c == '\'' && continues_identifier(next)) {
                at_ += 2;
            } else {
                return TokenKind::number;
            }
        }
    }

    /// An ordinary literal with its suffix. It ends at the end of the line if it is not closed.
    TokenKind quoted(char quote) {
        ++at_;
        while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
                if (text_[at_ + 1] == '\n') ++line_;
                ++at_;
            }
            ++at_;
        }
        if (peek() == quote) ++at_;
        while (continues_identifier(peek())) ++at_;
        return quote == '"' ? TokenKind::string : TokenKind::character;
    }

    TokenKind raw_string() {
        const std::size_t begin = at_;
        const std::size_t open = text_.find('(', begin);
        if (open == text_.npos || open - begin > 17) return quoted('"');
        const std::string closer =
            ")" + std::string(text_.substr(begin + 1, open - begin - 1)) + "\"";
        const std::size_t close = text_.find(closer, open);
        at_ = close == text_.npos ? text_.size() : close + closer.size();
        count_lines(begin, at_);
        while (continues_identifier(peek())) ++at_;
        return TokenKind::string;
    }

    TokenKind punctuator() {
        // Most punctuators are brackets, commas and semicolons.
        if (first_characters.find(peek()) == first_characters.npos) {
            ++at_;
            return TokenKind::punctuator;
        }
        const std::string_view rest = text_.substr(at_, 3);
        // `operator<<<T>` names a template and is no launch.
        const bool names_operator =
            !result_.tokens.empty() && result_.tokens.back().is("operator") && rest == "<<<";
        const auto match = std::find_if(punctuators.begin(), punctuators.end(),
                                        [&](std::string_view p) { return rest.starts_with(p); });
        at_ += names_operator ? 2 : match == punctuators.end() ? 1 : match->size();
        if (match != punctuators.end() && *match == "<<") take_spaced_opener();
        return TokenKind::punctuator;
    }

    /// Recognises `k << <1, 32 >> > (a)`, as Visual Studio formats a launch and nvcc accepts it. No
    /// operand begins with '<'. `operator<< <T>` is no launch here either.
    void take_spaced_opener() {
        if (!result_.tokens.empty() && result_.tokens.back().is("operator")) return;
        std::size_t next = at_;
        while (next < text_.size() && text_[next] == ' ') ++next;
        if (next > at_ && text_.substr(next, 1) == "<") at_ = next + 1;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::uint32_t line_ = 1;
    std::uint16_t file_ = 0;
    bool at_line_start_ = true;
    Tokens result_;
    std::map<std::string, std::uint16_t, std::less<>> files_;
};

}  // namespace

Tokens lex(std::string_view text, std::string_view name) {
    return Lexer(text.substr(0, std::numeric_limits<std::uint32_t>::max()), name).run();
}

}  // namespace cusim::simcc
