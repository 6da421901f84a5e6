// Reads forward from the declaration's first token; see declaration.hpp.
#include "simulator/simcc/tokens/declaration.hpp"

#include <algorithm>
#include <array>

#include "simulator/simcc/tokens/words.hpp"

namespace cusim::simcc {
namespace {

constexpr std::array<std::string_view, 6> qualifiers = {
    "__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__"};

// Words whose parentheses belong to them, not to a parameter list.
constexpr std::array<std::string_view, 14> words_with_arguments = {
    "__launch_bounds__", "__builtin_align__", "__attribute__", "__attribute",     "__align__",
    "alignas",           "decltype",          "__declspec",    "noexcept",        "explicit",
    "requires",          "__typeof__",        "__maxnreg__",   "__cluster_dims__"};

bool is_class_key(const Token& token) {
    return token.is("struct") || token.is("class") || token.is("union") || token.is("enum");
}

class Reader {
  public:
    Reader(const Tokens& source, const Brackets& brackets)
        : tokens_(source.tokens), brackets_(brackets) {}

    Declaration read(std::size_t at) {
        if (!read_lambda(at)) {
            result_.begin = start_of(at);
            result_.specifiers = after_template_headers(result_.begin);
            read_specifiers();
        }
        return result_;
    }

  private:
    bool at_end(std::size_t i) const { return i >= tokens_.size(); }

    bool is(std::size_t i, std::string_view spelling) const {
        return i < tokens_.size() && tokens_[i].is(spelling);
    }

    /// One past the bracket group at `i`, or past the token where nothing closes it.
    std::size_t after_group(std::size_t i) const {
        const std::size_t close = brackets_.partner(i);
        return close == none || close < i ? i + 1 : close + 1;
    }

    /// A lambda's qualifiers follow its capture list: `[=] __device__ (int i) { … }`.
    bool read_lambda(std::size_t at) {
        std::size_t first = at;
        while (first > 0 && at - first < longest_guess &&
               is_cuda_qualifier(tokens_[first - 1].text)) {
            --first;
        }
        if (first == 0 || !is(first - 1, "]")) return false;
        const std::size_t capture = brackets_.partner(first - 1);
        if (capture == none || is(capture + 1, "[")) return false;
        result_.kind = DeclarationKind::lambda;
        result_.begin = result_.specifiers = capture;
        std::size_t i = first;
        while (!at_end(i) && is_cuda_qualifier(tokens_[i].text)) ++i;
        if (is(i, "(")) {
            result_.parameters = {i + 1, after_group(i) - 1};
            i = after_group(i);
        }
        find_body(i);
        return true;
    }

    std::size_t start_of(std::size_t at) const {
        std::size_t begin = at;
        while (begin > 0 && at - begin < longest_guess) {
            const std::size_t before = begin - 1;
            const Token& token = tokens_[before];
            if (token.is(";") || token.is(":") || token.is("else") || token.is("do")) break;
            if (token.is("}") || brackets_.is_opener(before)) break;
            if (brackets_.is_closer(before)) {
                if (brackets_.partner(before) == none) break;
                begin = brackets_.partner(before);
            } else {
                begin = before;
            }
        }
        return begin;
    }

    std::size_t after_template_headers(std::size_t i) const {
        while (is(i, "template") && is(i + 1, "<")) {
            const std::size_t after = brackets_.after_template_list(i + 1, tokens_.size());
            if (after == none) break;
            i = after;
        }
        return i;
    }

    void read_specifiers() {
        bool class_head = false;
        std::size_t i = result_.specifiers;
        while (!at_end(i)) {
            const Token& token = tokens_[i];
            if (among(words_with_arguments, token.text) && is(i + 1, "(")) {
                i = after_group(i + 1);
            } else if (token.is("[") && is(i + 1, "[")) {
                i = after_group(i);
            } else if (token.is("operator")) {
                return read_operator(i);
            } else if (token.is("<") && i > 0 && tokens_[i - 1].kind == TokenKind::identifier) {
                const std::size_t after = brackets_.after_template_list(i, tokens_.size());
                if (after == none) return give_up(i);
                i = after;
            } else if (token.is("{") && class_head) {
                class_head = false;
                i = after_group(i);
            } else if (token.is("(")) {
                return declares_pointer(i) || is_initialiser(i) ? read_variable()
                                                                : read_function(i);
            } else if (token.is(";") || token.is("=") || token.is("[") || token.is("{") ||
                       token.is(",")) {
                return read_variable();
            } else if (brackets_.is_closer(i)) {
                return give_up(i);
            } else {
                class_head = class_head || is_class_key(token);
                ++i;
            }
        }
        give_up(i);
    }

    /// Gives up; nothing that ends before `i` needs to be read again.
    void give_up(std::size_t i) { result_.end = std::min(i + 1, tokens_.size()); }

    /// `(*name)(…)` or `(*name)[…]` or `(&name)[…]`.
    bool declares_pointer(std::size_t open) const { return is(open + 1, "*") || is(open + 1, "&"); }

    /// In `int n(3);` the parenthesis begins an initialiser: a literal cannot begin a parameter.
    bool is_initialiser(std::size_t open) const {
        if (at_end(open + 1)) return false;
        const Token& first = tokens_[open + 1];
        return first.kind == TokenKind::number || first.kind == TokenKind::string ||
               first.kind == TokenKind::character || first.is("-") || first.is("true") ||
               first.is("false") || first.is("nullptr");
    }

    void read_operator(std::size_t at) {
        std::size_t i = at + 1;
        if (is(i, "(") && is(i + 1, ")")) i += 2;
        while (!at_end(i) && !is(i, "(") && !is(i, ";")) ++i;
        if (!is(i, "(") || brackets_.partner(i) == none) return give_up(i);
        read_function(at, i);
    }

    void read_function(std::size_t open) {
        if (brackets_.partner(open) == none) return give_up(open);
        std::size_t name = open;
        if (name > 0 && is(name - 1, ">")) name = brackets_.template_list_before(name - 1);
        if (name == none || name == 0 || tokens_[name - 1].kind != TokenKind::identifier) {
            return give_up(open);
        }
        read_function(name - 1, open);
    }

    void read_function(std::size_t name, std::size_t open) {
        result_.kind = DeclarationKind::function;
        result_.name = name;
        result_.parameters = {open + 1, brackets_.partner(open)};
        find_body(after_group(open));
    }

    /// Starts after the parameters. Skips const, noexcept, a trailing return type or a
    /// constructor's initialisers, up to the body or the ';'.
    void find_body(std::size_t i) {
        while (!at_end(i)) {
            if (is(i, "{")) {
                if (brackets_.partner(i) != none) result_.body = i;
                result_.end = after_group(i);
                return;
            }
            if (is(i, ";") || is(i, "}")) break;
            i = is(i, ":") ? after_initialisers(i + 1) : after_group(i);
        }
        result_.end = std::min(i + 1, tokens_.size());
    }

    std::size_t after_initialisers(std::size_t i) const {
        while (!at_end(i)) {
            while (!at_end(i) && !is(i, "(") && !is(i, "{") && !is(i, ";")) ++i;
            if (at_end(i) || is(i, ";")) return i;
            i = after_group(i);
            if (is(i, "...")) ++i;
            if (!is(i, ",")) return i;
        }
        return i;
    }

    void read_variable() {
        std::size_t end = result_.specifiers;
        while (!at_end(end) && !is(end, ";")) {
            if (brackets_.is_closer(end)) return give_up(end);
            end = after_group(end);
        }
        if (at_end(end)) return give_up(end);
        result_.end = end + 1;
        for (const TokenRange& part :
             split_at_commas(tokens_, brackets_, {result_.specifiers, end})) {
            if (!read_declarator(part, result_.declarators.empty())) return;
        }
        if (!result_.declarators.empty()) result_.kind = DeclarationKind::variable;
    }

    bool read_declarator(TokenRange part, bool first) {
        Declarator declarator;
        std::size_t i = part.begin;
        std::size_t pointer = none;
        for (; i < part.end; ++i) {
            const Token& token = tokens_[i];
            if (among(words_with_arguments, token.text) && is(i + 1, "(")) {
                i = after_group(i + 1) - 1;
            } else if (token.is("[") && is(i + 1, "[")) {
                i = after_group(i) - 1;
            } else if (token.is("<") && i > part.begin) {
                const std::size_t after = brackets_.after_template_list(i, part.end);
                if (after == none) return false;
                i = after - 1;
            } else if (token.is("{") && follows_class_head(i, part)) {
                i = after_group(i) - 1;
                declarator.name = none;
            } else if (token.is("(") && declares_pointer(i)) {
                if (pointer == none) pointer = i;
                declarator.name = name_inside(i);
                break;
            } else if (token.is("*") || token.is("&") || token.is("&&")) {
                if (pointer == none) pointer = i;
            } else if (token.is("=") || token.is("[") || token.is("{") || token.is("(")) {
                break;
            } else if (token.kind == TokenKind::identifier) {
                declarator.name = i;
            }
        }
        if (declarator.name == none) return false;
        const std::size_t begin = pointer != none ? pointer : declarator.name;
        if (first) result_.type = {part.begin, begin};
        finish_declarator(declarator, {first ? begin : part.begin, part.end}, i);
        return true;
    }

    bool follows_class_head(std::size_t brace, TokenRange part) const {
        for (std::size_t i = brace; i-- > part.begin;) {
            if (is_class_key(tokens_[i])) return true;
            if (tokens_[i].is("=") || tokens_[i].is("[")) return false;
        }
        return false;
    }

    std::size_t name_inside(std::size_t open) const {
        const std::size_t close = brackets_.partner(open);
        for (std::size_t i = open + 1; close != none && i < close; ++i) {
            if (tokens_[i].kind == TokenKind::identifier && !is(i, "const") && !is(i, "volatile"))
                return i;
        }
        return none;
    }

    /// `i` is one past the name. Array bounds and an initialiser may follow.
    void finish_declarator(Declarator& declarator, TokenRange range, std::size_t i) {
        while (i < range.end && !is(i, "=") && !is(i, "{")) {
            if (is(i, "(") && !declares_pointer(i) && is_initialiser(i)) break;
            i = after_group(i);
        }
        declarator.initialised = i < range.end;
        declarator.tokens = {range.begin, std::min(i, range.end)};
        result_.declarators.push_back(declarator);
    }

    const std::vector<Token>& tokens_;
    const Brackets& brackets_;
    Declaration result_;
};

}  // namespace

bool is_cuda_qualifier(std::string_view word) {
    return word.starts_with("__") && among(qualifiers, word);
}

Declaration read_declaration(const Tokens& source, const Brackets& brackets, std::size_t at) {
    return Reader(source, brackets).read(at);
}

bool contains(const Tokens& source, TokenRange range, std::string_view spelling) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
        if (source.tokens[i].is(spelling)) return true;
    }
    return false;
}

}  // namespace cusim::simcc
