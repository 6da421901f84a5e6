// A parameter's name is the last identifier of its declarator, if a type precedes it.
#include "simulator/simcc/tokens/parameters.hpp"

#include <algorithm>
#include <array>

#include "simulator/simcc/tokens/words.hpp"

namespace cusim::simcc {
namespace {

// Never a name; each completes a type, as `unsigned` does in `unsigned n`.
constexpr std::array<std::string_view, 16> builtin_types = {
    "int",      "float", "double",  "char",    "bool",     "void",     "short",    "long",
    "unsigned", "auto",  "wchar_t", "char8_t", "char16_t", "char32_t", "__int128", "signed"};

// Neither a name nor a type.
constexpr std::array<std::string_view, 11> decorations = {
    "const",        "volatile",   "struct",           "class",
    "union",        "enum",       "typename",         "register",
    "__restrict__", "__restrict", "__grid_constant__"};

class ParameterReader {
  public:
    ParameterReader(const Tokens& source, const Brackets& brackets)
        : tokens_(source.tokens), brackets_(brackets) {}

    Parameter read(TokenRange range) {
        Parameter result;
        result.declaration = {range.begin, default_argument(range)};
        const std::size_t declarator = pointer_group(result.declaration);
        if (declarator != none) {
            read_pointer_group(result, declarator);
        } else {
            read_plain(result);
        }
        return result;
    }

  private:
    std::size_t default_argument(TokenRange range) const {
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (tokens_[i].is("=")) return i;
            i = past_group(i, range.end) - 1;
        }
        return range.end;
    }

    std::size_t past_group(std::size_t i, std::size_t end) const {
        if (brackets_.is_opener(i) && brackets_.partner(i) != none) {
            return std::min(brackets_.partner(i) + 1, end);
        }
        if (tokens_[i].is("<")) {
            const std::size_t after = brackets_.after_template_list(i, end);
            if (after != none) return after;
        }
        return i + 1;
    }

    /// The '(' of `T (*name)(int)` or `T (&name)[4]`; `none` for every other declarator.
    std::size_t pointer_group(TokenRange range) const {
        for (std::size_t i = range.begin; i + 1 < range.end; i = past_group(i, range.end)) {
            if (i > range.begin && tokens_[i].is("(") &&
                (tokens_[i + 1].is("*") || tokens_[i + 1].is("&") || tokens_[i + 1].is("&&"))) {
                return i;
            }
        }
        return none;
    }

    void read_pointer_group(Parameter& result, std::size_t open) const {
        const std::size_t close = brackets_.partner(open);
        result.last_of_type = open + 1;
        for (std::size_t i = open + 1; close != none && i < close; ++i) {
            if (tokens_[i].is("...")) result.pack = true;
            if (tokens_[i].kind != TokenKind::identifier || among(decorations, tokens_[i].text))
                continue;
            result.name = i;
            return;
        }
    }

    void read_plain(Parameter& result) const {
        bool type_seen = false;
        std::size_t last = none;  // the last identifier that may be the name
        std::size_t end = result.declaration.begin;
        const TokenRange range = result.declaration;
        for (std::size_t i = range.begin; i < range.end;) {
            const Token& token = tokens_[i];
            const bool attribute = token.is("[") && i + 1 < range.end && tokens_[i + 1].is("[");
            if (token.is("[") && !attribute) break;
            if (token.is("...")) result.pack = true;
            if (token.kind == TokenKind::identifier && !among(decorations, token.text)) {
                const bool qualified = i > range.begin && tokens_[i - 1].is("::");
                const bool may_name = type_seen && !qualified && !among(builtin_types, token.text);
                last = may_name ? i : none;
                type_seen = true;
            } else if (token.is("*") || token.is("&") || token.is("&&") || token.is("::")) {
                last = none;
            }
            const std::size_t next = past_group(i, range.end);
            if (!attribute) end = next - 1;
            i = next;
        }
        result.name = last;
        result.last_of_type = end;
    }

    const std::vector<Token>& tokens_;
    const Brackets& brackets_;
};

}  // namespace

std::vector<Parameter> read_parameters(const Tokens& source, const Brackets& brackets,
                                       TokenRange range) {
    std::vector<Parameter> result;
    if (range.end == range.begin + 1 && source.tokens[range.begin].is("void")) return result;
    ParameterReader reader(source, brackets);
    for (const TokenRange& part : split_at_commas(source.tokens, brackets, range)) {
        if (!part.empty()) result.push_back(reader.read(part));
    }
    return result;
}

}  // namespace cusim::simcc
