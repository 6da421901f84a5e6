#include "vet/source.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "simulator/simcc/lexer.hpp"
#include "simulator/simcc/refusals.hpp"
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

// Where a backslash joins this line to the next (blanks may stand between for the compiler), the
// position behind the newline.
std::optional<std::size_t> end_of_splice(std::string_view text, std::size_t at) {
    if (text[at] != '\\') return std::nullopt;
    std::size_t end = at + 1;
    while (end < text.size() && is_blank(text[end])) ++end;
    if (end >= text.size() || text[end] != '\n') return std::nullopt;
    return end + 1;
}

// Joins spliced lines, as the compiler does before it looks for tokens, so that no name can hide
// in two halves. The newlines taken out follow the joined line: line numbers behind it hold.
std::string join_lines(std::string_view text) {
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    std::string joined;
    std::size_t owed = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (const auto end = end_of_splice(text, at)) {
            at = *end;
            ++owed;
            continue;
        }
        joined += text[at];
        if (text[at++] == '\n') joined.append(std::exchange(owed, 0), '\n');
    }
    return joined;
}

bool is_assembly(std::string_view name) {
    return name == "asm" || name == "__asm" || name == "__asm__";
}

bool is_attribute_keyword(std::string_view name) {
    return name == "__attribute__" || name == "__attribute" || name == "__declspec";
}

std::string quoted(std::string_view name) {
    return "'" + std::string(name) + "'";
}

// What is wrong with one name, wherever it stands.
std::optional<std::string> objection(std::string_view name) {
    if (is_assembly(name)) return "inline assembly is not allowed";
    if (is_attribute_keyword(name)) return quoted(name) + " is not allowed: it can hide accesses";
    if (name == "_Pragma") return "_Pragma is not allowed; write #pragma unroll";
    if (name == "main") return "main is the lab's: a submission defines only what lab.hpp declares";
    if (name == "cusim" || name == "runner" || name == "json_text" || name == "kit_io" ||
        name.starts_with("CUSIM_"))
        return quoted(name) + " is a name of the kit's own, not for submissions";
    // The translator has better words for what CUDA has and the simulator has not.
    if (std::string refusal = cusim::simcc::refusal_of(name); !refusal.empty()) return refusal;
    if (!is_reserved(name) || is_public(name)) return std::nullopt;
    if (const auto nearest = nearest_public(name); !nearest.empty())
        return quoted(name) + " is unknown here; is " + std::string(nearest) + " meant?";
    return quoted(name) + " is a reserved name: C++ keeps those with _ first to itself";
}

// From behind [[ to the first ]: [[using …]], [[a::b]] and what is not listed are refused.
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
    Vet(const Tokens& tokens, const std::set<std::string>& local_headers)
        : tokens_(tokens), local_headers_(local_headers) {}

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

    // The lexer believes line markers, so they show as lines that are not where they say. What
    // else is wrong behind the first has no line that could be told.
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
            if (auto text = objection(token.text)) refuse(line, std::move(*text));
        } else if (token.kind == TokenKind::string && is_raw(token.text)) {
            refuse(line, "raw strings are not allowed");
        } else if (token.is("##")) {
            refuse(line, "token pasting (##) is not allowed: it can make any name");
        } else if (glued && next->is(":") && (token.is("%") || token.is("<"))) {
            refuse(line, "digraphs (" + std::string(token.text) + ":) are not allowed");
        } else if (opens_attributes(tokens, i)) {
            for (const auto name : refused_attributes(tokens, i + 2))
                refuse(line, attribute_complaint(name));
        }
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
        for (std::size_t i = 1; i < tokens.size(); ++i) check_token(tokens, i, directive.line);
        if ((name != "define" && name != "undef") || tokens.size() < 2) return;
        if (is_reserved(tokens[1].text))
            refuse(directive.line, quoted(tokens[1].text) + " may not be redefined");
        if (name == "define" && !is_constant(tokens)) rewriting_macro_ = tokens[1].text;
    }

    // #define NAME or #define NAME 42: no header's text becomes other code by it.
    static bool is_constant(const std::vector<Token>& define) {
        return define.size() == 2 || (define.size() == 3 && define[2].kind == TokenKind::number);
    }

    // The compiler goes on with the directive behind the comment, on another line.
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
        const std::string_view text = directive.text;
        const std::size_t open = text.find_first_of("<\"");
        const char closer = open != text.npos && text[open] == '<' ? '>' : '"';
        const std::size_t close = open == text.npos ? open : text.find(closer, open + 1);
        const std::size_t word = text.find("include") + 7;
        if (close == text.npos ||
            !std::all_of(text.begin() + static_cast<std::ptrdiff_t>(word),
                         text.begin() + static_cast<std::ptrdiff_t>(open), is_blank))
            return refuse(directive.line, "#include must name the header itself");
        const std::string name(text.substr(open + 1, close - open - 1));
        const bool kit = name.starts_with("kit/") && name.find("..") == name.npos;
        const bool local = closer == '"' && local_headers_.contains(name);
        if (!kit && !local && !is_allowed_header(name))
            return refuse(directive.line, quoted(name) + " may not be included");
        if (!rewriting_macro_.empty())
            refuse(directive.line, "#include stands below #define " + rewriting_macro_ +
                                       ": put it above, since a macro could change what it brings");
    }

    const Tokens& tokens_;
    const std::set<std::string>& local_headers_;
    Problems problems_;
    std::string rewriting_macro_;  // of those above, the last that could change a header's text
};

}  // namespace

Problems vet_source(std::string_view text, const std::set<std::string>& local_headers) {
    const std::string joined = join_lines(text);
    return Vet(lex(joined, "submission"), local_headers).run();
}

Problems vet_expanded(std::string_view text, const std::set<std::string>& submitted) {
    const Tokens tokens = lex(text, "");
    const auto is_submitted = [&](std::uint16_t file) {
        std::string_view name = tokens.files[file].name;
        while (name.starts_with("./")) name.remove_prefix(2);
        return submitted.contains(std::string(name));
    };
    Problems problems;
    for (std::size_t i = 0; i < tokens.tokens.size(); ++i) {
        const Token& token = tokens.tokens[i];
        if (!is_submitted(token.file)) continue;
        if (is_assembly(token.text) || is_attribute_keyword(token.text))
            problems.push_back({token.line, *objection(token.text)});
        if (!opens_attributes(tokens.tokens, i)) continue;
        for (const auto name : refused_attributes(tokens.tokens, i + 2))
            problems.push_back({token.line, attribute_complaint(name)});
    }
    for (const Directive& directive : tokens.directives) {
        const Tokens inside = lex(directive.text.substr(1), "");
        const auto& words = inside.tokens;
        const bool allowed =
            words.size() > 1 && words[0].is("pragma") && is_allowed_pragma(words[1].text);
        if (!allowed && is_submitted(directive.file))
            problems.push_back({directive.line, quoted(directive.text) + " is not allowed"});
    }
    return problems;
}

}  // namespace grader::vet
