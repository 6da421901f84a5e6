// Finds which bracket closes which, and walks over balanced tokens.
//
// Guarantee: for any sequence of tokens, balanced or not, each bracket has a partner or `none`.
// Angle brackets are only guessed when asked for, since only a parser could match them.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "simulator/simcc/tokens/lexer.hpp"

namespace cusim::simcc {

inline constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// A guess looks at no more tokens than this, so that no input takes long.
inline constexpr std::size_t longest_guess = 4096;

class Brackets {
  public:
    explicit Brackets(const std::vector<Token>& tokens);

    /// The partner of the ( [ { or ) ] } at `at`; `none` if there is none.
    std::size_t partner(std::size_t at) const;

    /// The innermost '{' around the token; `none` outside all braces.
    std::size_t enclosing_brace(std::size_t at) const;

    /// One past the '>' that closes the '<' at `at`, if that opens a template list; `none` if the
    /// statement, or an enclosing bracket, ends first.
    std::size_t after_template_list(std::size_t at, std::size_t end) const;

    /// The '<' that belongs to the '>' at `at`; `none` if there is none.
    std::size_t template_list_before(std::size_t at) const;

    bool is_opener(std::size_t at) const;
    bool is_closer(std::size_t at) const;

  private:
    const std::vector<Token>& tokens_;
    std::vector<std::uint32_t> partner_;
    std::vector<std::uint32_t> enclosing_;
};

/// Splits [begin, end) at the commas outside brackets and template lists.
struct TokenRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool empty() const { return begin >= end; }
};
std::vector<TokenRange> split_at_commas(const std::vector<Token>& tokens, const Brackets& brackets,
                                        TokenRange range);

}  // namespace cusim::simcc
