// A solution's text as the operators see it: tokens with their brackets, which of them may be
// changed, and the few questions of grammar that a mutation asks. Answers them by looking at
// tokens, as far as that goes: where C++ would need a parser the answer is a guess, and a wrong one
// makes a mutant that does not compile, no more.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/simcc/brackets.hpp"
#include "simulator/simcc/lexer.hpp"

namespace grader::mutants {

using cusim::simcc::none;
using cusim::simcc::Token;
using cusim::simcc::TokenKind;
using cusim::simcc::TokenRange;

class Source {
  public:
    /// Throws skeleton::SkeletonError where the text has no regions, or broken ones.
    Source(std::string text, const std::string& name);
    Source(const Source&) = delete;  // tokens are views of the text
    Source& operator=(const Source&) = delete;

    std::size_t size() const { return tokens_.tokens.size(); }
    const Token& operator[](std::size_t i) const { return tokens_.tokens[i]; }
    const std::string& text() const { return text_; }
    /// The source's text of the tokens, with what lies between them.
    std::string text(TokenRange range) const;

    /// These take any index; beyond the ends there is nothing.
    bool is(std::size_t i, std::string_view spelling) const;
    bool is_kind(std::size_t i, TokenKind kind) const;
    bool is_one_of(std::size_t i, const std::vector<std::string_view>& spellings) const;

    /// Whether the token stands between a region's markers.
    bool may_change(std::size_t i) const { return changeable_[i]; }
    /// The partner of the bracket at `i`; `none` where there is none.
    std::size_t partner(std::size_t i) const;
    /// The innermost bracket that is open at `i`, which may not be one itself; `none` outside all.
    std::size_t opener_around(std::size_t i) const { return around_[i]; }

    bool starts_statement(std::size_t i) const;
    /// From `begin` to behind the ';' that ends the statement; empty where none does.
    TokenRange statement(std::size_t begin) const;
    /// Whether the statement that starts at `i` declares something.
    bool is_declaration(std::size_t i) const;

    /// Whether the operator at `i` has an operand on its left.
    bool is_binary(std::size_t i) const;
    /// Whether the '<' or '>' at `i` compares: it belongs to no list, launch or shift.
    bool compares(std::size_t i) const;
    /// What the operator at `i` binds on either side, where it binds more loosely than arithmetic
    /// does and tighter than `looser`: comparisons, && and ||, the condition of ?:.
    TokenRange operand_before(std::size_t i, const std::vector<std::string_view>& looser) const;
    TokenRange operand_after(std::size_t i, const std::vector<std::string_view>& looser) const;

    /// The arguments of the call whose '(' or '<<<' stands at `i`.
    std::vector<TokenRange> arguments(std::size_t i) const;
    /// What is known of the expression's type: equal texts mean equal types, empty means unknown.
    std::string type_of(TokenRange expression) const;

  private:
    void find_brackets();
    void find_regions(const std::string& name);
    std::string declared_type(std::string_view name, std::size_t before) const;
    bool is_template_list(std::size_t open, std::size_t after) const;

    std::string text_;
    cusim::simcc::Tokens tokens_;
    cusim::simcc::Brackets brackets_;
    std::vector<std::size_t> around_;
    std::vector<bool> changeable_;
};

}  // namespace grader::mutants
