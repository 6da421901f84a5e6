#include "vet/source.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "simulator/simcc/tokens/lexer.hpp"
#include "vet/rules.hpp"

namespace grader::vet {
namespace {

using cusim::simcc::Directive;
using cusim::simcc::lex;
using cusim::simcc::Token;
using cusim::simcc::TokenKind;
using cusim::simcc::Tokens;

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// If a backslash joins this line to the next (the compiler allows blanks after it), the position
// after the newline.
std::optional<std::size_t> end_of_splice(std::string_view text, std::size_t at) {
    if (text[at] != '\\') return std::nullopt;
    std::size_t end = at + 1;
    while (end < text.size() && is_blank(text[end])) ++end;
    if (end >= text.size() || text[end] != '\n') return std::nullopt;
    return end + 1;
}

struct Joined {
    std::string text;
    std::set<std::size_t> seams;  // offsets at which two lines were joined
};

// Joins continued lines, as the compiler does before it forms tokens, so that no name can be hidden
// in two halves. The removed newlines are added after the joined line, so later line numbers stay
// valid.
Joined join_lines(std::string_view text) {
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    Joined joined;
    std::size_t owed = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (const auto end = end_of_splice(text, at)) {
            at = *end;
            ++owed;
            joined.seams.insert(joined.text.size());
            continue;
        }
        joined.text += text[at];
        if (text[at++] == '\n') joined.text.append(std::exchange(owed, 0), '\n');
    }
    return joined;
}

bool is_assembly(std::string_view name) {
    return name == "asm" || name == "__asm" || name == "__asm__";
}

bool is_attribute_keyword(std::string_view name) {
    return name == "__attribute__" || name == "__attribute" || name == "__declspec";
}

// From the keyword at `i`: whether each name in __attribute__((aligned(16), unused)) is on the
// list.
bool is_harmless_attribute(const std::vector<Token>& tokens, std::size_t i) {
    if (!tokens[i].text.starts_with("__attribute") || i + 2 >= tokens.size()) return false;
    if (!tokens[i + 1].is("(") || !tokens[i + 2].is("(")) return false;
    int depth = 2;
    for (std::size_t at = i + 3; at < tokens.size(); ++at) {
        if (tokens[at].is("(")) ++depth;
        if (tokens[at].is(")") && --depth == 0) return true;
        if (depth == 2 && tokens[at].kind == TokenKind::identifier &&
            !is_allowed_gnu_attribute(tokens[at].text))
            return false;
    }
    return false;
}

constexpr const char* computed_goto =
    "goto to a computed address is not allowed: it is not C++; name a label";

std::string quoted(std::string_view name) {
    return "'" + std::string(name) + "'";
}

// What is wrong with a name, wherever it occurs.
std::optional<std::string> objection(std::string_view name) {
    if (is_assembly(name)) return "inline assembly is not allowed; write it in CUDA C++";
    if (is_attribute_keyword(name))
        return quoted(name) +
               " is not allowed: it can hide accesses; C++ has alignas and [[maybe_unused]], CUDA "
               "__align__, __noinline__ and __forceinline__";
    if (name == "cusim" || name.starts_with("CUSIM_"))
        return quoted(name) + " is a name of the simulator's own, not for submissions";
    if (name.starts_with("__builtin_mem") && is_refused(name))
        return quoted(name) + " is not allowed: its accesses go unseen; write " +
               quoted(name.substr(std::string_view("__builtin_").size()));
    if (is_reserved(name) && is_refused(name))
        return quoted(name) + " is a name of the compiler's own, not for submissions";
    return std::nullopt;
}

// Starts after [[ and ends at the first ]. [[using …]], [[a::b]] and unlisted names are refused.
std::vector<std::string_view> refused_attributes(const std::vector<Token>& tokens, std::size_t i) {
    std::vector<std::string_view> refused;
    int depth = 0;
    for (; i < tokens.size() && !tokens[i].is("]"); ++i) {
        if (tokens[i].is("(")) ++depth;
        if (tokens[i].is(")")) --depth;
        if (depth == 0 && tokens[i].kind == TokenKind::identifier &&
            !is_allowed_attribute(tokens[i].text))
            refused.push_back(tokens[i].text);
    }
    return refused;
}

bool opens_attributes(const std::vector<Token>& tokens, std::size_t i) {
    return tokens[i].is("[") && i + 1 < tokens.size() && tokens[i + 1].is("[");
}

std::string attribute_complaint(std::string_view name) {
    return "the attribute " + quoted(name) + " is not allowed";
}

class Vet {
  public:
    Vet(const Tokens& tokens, const std::set<std::size_t>& seams, const Headers& headers)
        : tokens_(tokens), seams_(seams), headers_(headers) {}

    Problems run() {
        for (std::size_t i = 0; i < tokens_.tokens.size(); ++i) check_token(tokens_.tokens, i);
        for (const Directive& directive : tokens_.directives) check(directive);
        check_line_numbers();
        std::ranges::stable_sort(problems_, {}, &Problem::line);
        return std::move(problems_);
    }

  private:
    void refuse(std::uint32_t line, std::string text) {
        problems_.push_back({line, std::move(text)});
    }

    // The lexer follows line markers, so they are found as lines that are not where they claim to
    // be. Problems after the first one have no line that could be named.
    void check_line_numbers() {
        std::map<std::size_t, std::pair<std::uint32_t, std::uint16_t>> claims;  // by offset
        for (const Token& token : tokens_.tokens) claims[token.offset] = {token.line, token.file};
        for (const Directive& directive : tokens_.directives)
            claims[static_cast<std::size_t>(directive.text.data() - tokens_.source.data())] = {
                directive.line, directive.file};
        std::size_t at = 0;
        std::uint32_t line = 1;
        for (const auto& [offset, claim] : claims) {
            const auto passed = tokens_.source.substr(at, offset - at);
            line += static_cast<std::uint32_t>(std::ranges::count(passed, '\n'));
            at = offset;
            if (claim == std::pair{line, std::uint16_t{0}}) continue;
            std::erase_if(problems_, [line](const Problem& p) { return p.line >= line; });
            return refuse(line, "#line and line markers are not allowed");
        }
    }

    void check_token(const std::vector<Token>& tokens, std::size_t i, std::uint32_t line = 0) {
        const Token& token = tokens[i];
        if (line == 0) line = token.line;
        const Token* next = i + 1 < tokens.size() ? &tokens[i + 1] : nullptr;
        const bool glued = next && next->offset == token.end();
        if (token.kind == TokenKind::identifier) {
            if (is_attribute_keyword(token.text) && is_harmless_attribute(tokens, i)) return;
            if (auto text = objection(token.text)) refuse(line, std::move(*text));
            if (token.is("goto") && next && next->is("*")) refuse(line, computed_goto);
        } else if (token.kind == TokenKind::string && is_raw(token.text)) {
            check_raw_string(token, line);
        } else if (glued && next->is(":") && (token.is("%") || token.is("<"))) {
            refuse(line, "digraphs (" + std::string(token.text) + ":) are not allowed");
        } else if (opens_attributes(tokens, i)) {
            for (const auto name : refused_attributes(tokens, i + 2))
                refuse(line, attribute_complaint(name));
        }
    }

    // Lines in it are not joined. If they were, the compiler may have ended it elsewhere.
    void check_raw_string(const Token& token, std::uint32_t line) {
        const auto begin = static_cast<std::size_t>(token.text.data() - tokens_.source.data());
        const auto seam = seams_.lower_bound(begin);
        if (seam != seams_.end() && *seam <= begin + token.text.size())
            return refuse(line, "a line of a raw string must not end with a backslash");
        const auto body = token.text.substr(token.text.find('"') + 1);
        const std::string closer = ")" + std::string(body.substr(0, body.find('('))) + '"';
        if (body.find(closer) == body.npos) refuse(line, "a raw string does not end");
    }

    static bool is_raw(std::string_view literal) {
        return literal.substr(0, literal.find('"')).ends_with('R');
    }

    void check(const Directive& directive) {
        const Tokens inside = lex(directive.text.substr(1), "");
        const auto& tokens = inside.tokens;
        check_comment(directive);
        if (tokens.empty()) return;
        const std::string_view name = tokens[0].text;
        if (!is_allowed_directive(name))
            return refuse(directive.line, "#" + std::string(name) + " is not allowed");
        if (name == "include") return check_include(directive);
        if (name == "pragma") return check_pragma(directive, tokens);
        const bool asks = name == "if" || name == "elif";
        for (std::size_t i = 1; i < tokens.size(); ++i) {
            if (asks && tokens[i].is("__has_include"))
                check_header(directive, directive.text.substr(1).substr(tokens[i].end()), "(");
            else
                check_token(tokens, i, directive.line);
        }
        if ((name != "define" && name != "undef") || tokens.size() < 2) return;
        const std::string_view macro = tokens[1].text;
        const bool reserved = is_reserved(macro) && !macro.ends_with("_SOURCE");
        if (reserved || (name == "define" && !is_constant(tokens))) macros_.emplace(macro);
    }

    // True for #define NAME and #define NAME 42, which cannot turn a header's text into other code.
    static bool is_constant(const std::vector<Token>& define) {
        return define.size() == 2 || (define.size() == 3 && define[2].kind == TokenKind::number);
    }

    // The compiler continues the directive after the comment, on another line.
    void check_comment(const Directive& directive) {
        const std::size_t open = directive.text.rfind("/*");
        if (open != directive.text.npos &&
            directive.text.find("*/", open + 2) == directive.text.npos)
            refuse(directive.line, "a comment on a preprocessor line must end on it");
    }

    void check_pragma(const Directive& directive, const std::vector<Token>& tokens) {
        if (tokens.size() > 1 && is_allowed_pragma(tokens[1].text)) return;
        const std::string name = tokens.size() > 1 ? std::string(tokens[1].text) : "";
        refuse(directive.line, "#pragma " + name + " is not allowed; #pragma unroll is");
    }

    void check_include(const Directive& directive) {
        const std::size_t word = directive.text.find("include");
        check_header(directive, directive.text.substr(word + 7), "");
        for (const std::string& macro : macros_)
            if (headers_.words.contains(macro))
                refuse(directive.line, "#include stands below #define " + macro +
                                           ", a name that headers use: put it above");
    }

    // `text`: what follows the word that asks for the header, which is `opening` and the name in
    // brackets.
    void check_header(const Directive& directive, std::string_view text, std::string_view opening) {
        const auto skip = [&] {
            while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
        };
        skip();
        if (text.starts_with(opening)) text.remove_prefix(opening.size());
        skip();
        const char closer = text.starts_with('<') ? '>' : '"';
        const std::size_t close = text.find(closer, 1);
        if ((!text.starts_with('<') && !text.starts_with('"')) || close == text.npos)
            return refuse(directive.line, "#include must name the header itself");
        const std::string name(text.substr(1, close - 1));
        const bool kit = name.starts_with("kit/") && name.find("..") == name.npos;
        const bool local = closer == '"' && headers_.local.contains(name);
        if (!kit && !local && !is_allowed_header(name))
            refuse(directive.line, quoted(name) + " may not be included" + instead_of_header(name));
    }

    const Tokens& tokens_;
    const std::set<std::size_t>& seams_;
    const Headers& headers_;
    Problems problems_;
    std::set<std::string> macros_;  // the macros that could change a header's text
};

// All names in a text and its directives.
std::set<std::string_view> names_in(const Tokens& tokens) {
    std::set<std::string_view> names;
    for (const Token& token : tokens.tokens)
        if (token.kind == TokenKind::identifier) names.insert(token.text);
    for (const Directive& directive : tokens.directives) {
        const Tokens inside = lex(directive.text.substr(1), "");
        names.merge(names_in(inside));
    }
    return names;
}

bool pastes(const Tokens& tokens) {
    return std::ranges::any_of(tokens.directives, [](const Directive& directive) {
        const Tokens inside = lex(directive.text.substr(1), "");
        return std::ranges::any_of(inside.tokens, [](const Token& t) { return t.is("##"); });
    });
}

/// Objections to the identifier at `i` of the preprocessed text.
std::vector<std::string> objections_to_word(const std::vector<Token>& tokens, std::size_t i) {
    const Token& token = tokens[i];
    if (token.kind != TokenKind::identifier) return {};
    const auto before = [&](std::string_view next) {
        return i + 1 < tokens.size() && tokens[i + 1].is(next);
    };
    std::vector<std::string> objections;
    const bool harmless = is_attribute_keyword(token.text) && is_harmless_attribute(tokens, i);
    if (auto words = harmless ? std::nullopt : objection(token.text))
        objections.push_back(std::move(*words));
    if (token.is("goto") && before("*")) objections.push_back(computed_goto);
    if (token.is("main") && before("("))
        objections.push_back("main is the lab's: a submission defines only what lab.hpp declares");
    return objections;
}

bool is_made_by_pasting(const Token& token, const std::set<std::string_view>& written) {
    return token.kind == TokenKind::identifier && is_reserved(token.text) &&
           !written.contains(token.text) && !comes_from_macros(token.text) &&
           !token.text.starts_with("__builtin_");
}

bool is_allowed(const Directive& directive) {
    const Tokens inside = lex(directive.text.substr(1), "");
    const auto& words = inside.tokens;
    return words.size() > 1 && words[0].is("pragma") && is_allowed_pragma(words[1].text);
}

}  // namespace

Problems vet_source(std::string_view text, const Headers& headers) {
    const Joined joined = join_lines(text);
    return Vet(lex(joined.text, "submission"), joined.seams, headers).run();
}

Problems vet_expanded(std::string_view text, const std::string& file, std::string_view written) {
    const Joined joined = join_lines(written);
    const Tokens tokens = lex(text, ""), source = lex(joined.text, "");
    const auto names = names_in(source);
    const bool pasted = pastes(source);
    const auto is_submitted = [&](std::uint16_t index) {
        std::string_view name = tokens.files[index].name;
        while (name.starts_with("./")) name.remove_prefix(2);
        return name == file;
    };
    Problems problems;
    for (std::size_t i = 0; i < tokens.tokens.size(); ++i) {
        const Token& token = tokens.tokens[i];
        if (!is_submitted(token.file)) continue;
        const auto refuse = [&](std::string words) {
            problems.push_back({token.line, std::move(words)});
        };
        for (auto& words : objections_to_word(tokens.tokens, i)) refuse(std::move(words));
        if (pasted && is_made_by_pasting(token, names))
            refuse(quoted(token.text) + ", a reserved name, is made by ##; write it out");
        if (!opens_attributes(tokens.tokens, i)) continue;
        for (const auto name : refused_attributes(tokens.tokens, i + 2))
            refuse(attribute_complaint(name));
    }
    for (const Directive& directive : tokens.directives)
        if (!is_allowed(directive) && is_submitted(directive.file))
            problems.push_back({directive.line, quoted(directive.text) + " is not allowed"});
    return problems;
}

}  // namespace grader::vet
