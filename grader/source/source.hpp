// A CUDA file as tokens with their brackets, and as much of its grammar as the grader needs:
// functions, statements, operands, which of them may be changed. Where C++ would need a parser, the
// answer is a guess; a wrong guess only makes a mutant that does not compile.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/simcc/tokens/brackets.hpp"
#include "simulator/simcc/tokens/lexer.hpp"

namespace grader::source {

using cusim::simcc::none;
using cusim::simcc::Token;
using cusim::simcc::TokenKind;
using cusim::simcc::TokenRange;

/// A file's first line is 1. Both are included.
struct Lines {
    int first = 0;
    int last = 0;
};

/// A definition outside of other functions.
struct Function {
    std::string name;
    TokenRange parameters;  // between the parentheses
    TokenRange body;        // between the braces
};

class Source {
  public:
    /// What may be changed is in the bodies of all functions.
    Source(std::string text, const std::string& name);
    /// What may be changed is in these lines.
    Source(std::string text, const std::string& name, std::span<const Lines> changeable);
    Source(const Source&) = delete;  // tokens refer to the text
    Source& operator=(const Source&) = delete;

    std::size_t size() const { return tokens_.tokens.size(); }
    const Token& operator[](std::size_t i) const { return tokens_.tokens[i]; }
    const std::string& text() const { return text_; }
    /// The source text of the tokens, including what lies between them.
    std::string text(TokenRange range) const;

    /// These accept any index; beyond the ends there are no tokens.
    bool is(std::size_t i, std::string_view spelling) const;
    bool is_kind(std::size_t i, TokenKind kind) const;
    bool is_one_of(std::size_t i, const std::vector<std::string_view>& spellings) const;

    /// In the order of definition.
    const std::vector<Function>& functions() const { return functions_; }
    /// The function whose body contains the token; nullptr if there is none.
    const Function* function_around(std::size_t i) const;
    /// The functions with these names, and those that they use.
    std::vector<const Function*> reached_from(const std::vector<std::string>& names) const;

    bool may_change(std::size_t i) const { return changeable_[i]; }
    /// The partner of the bracket at `i`; `none` if there is none.
    std::size_t partner(std::size_t i) const;
    /// The innermost bracket that is open at `i`, not counting one at `i` itself; `none` if there
    /// is none.
    std::size_t opener_around(std::size_t i) const { return around_[i]; }

    bool starts_statement(std::size_t i) const;
    /// The tokens from `begin` to the ';' that ends the statement, inclusive; empty if there is
    /// none.
    TokenRange statement(std::size_t begin) const;
    /// Whether the statement that starts at `i` declares something.
    bool is_declaration(std::size_t i) const;

    /// Whether the operator at `i` has a left operand.
    bool is_binary(std::size_t i) const;
    /// Whether the '<' or '>' at `i` is a comparison, and not part of a template list, launch or
    /// shift.
    bool compares(std::size_t i) const;
    /// The operands of the operator at `i`, if it binds more loosely than arithmetic and more
    /// tightly than `looser`: comparisons, && and ||, the condition of ?:.
    TokenRange operand_before(std::size_t i, const std::vector<std::string_view>& looser) const;
    TokenRange operand_after(std::size_t i, const std::vector<std::string_view>& looser) const;

    /// The arguments of the call whose '(' or '<<<' is at `i`.
    std::vector<TokenRange> arguments(std::size_t i) const;
    /// What is known about the expression's type. Equal texts mean equal types; empty means
    /// unknown.
    std::string type_of(TokenRange expression) const;
    /// The words before the latest declarator of that name, such as "const float*"; empty if there
    /// is none.
    std::string declared_type(std::string_view name, std::size_t before) const;

  private:
    void find_brackets();
    void find_functions();
    bool is_template_list(std::size_t open, std::size_t after) const;

    std::string text_;
    cusim::simcc::Tokens tokens_;
    cusim::simcc::Brackets brackets_;
    std::vector<std::size_t> around_;
    std::vector<Function> functions_;
    std::vector<bool> changeable_;
};

}  // namespace grader::source
