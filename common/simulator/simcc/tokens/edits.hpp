// Changes to a sequence of tokens, and the resulting text.
//
// Guarantee: text between tokens (newlines, line markers, pragmas) is never changed in place, so
// every token keeps its line. A copied range is put on one line, with the edits made inside it.
// Insertions at the same place keep their order.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "simulator/simcc/tokens/brackets.hpp"
#include "simulator/simcc/tokens/lexer.hpp"

namespace cusim::simcc {

/// Text to insert: literal text, then a copy of a range of tokens (which may be empty).
struct Piece {
    std::string literal;
    TokenRange copy;
};
using Pieces = std::vector<Piece>;

class Edits {
  public:
    explicit Edits(const Tokens& source) : source_(source) {}

    void insert_before(std::size_t token, Pieces pieces);
    void insert_after(std::size_t token, Pieces pieces);
    void replace(std::size_t token, std::string text);
    void erase(std::size_t token) { replace(token, ""); }
    void erase(TokenRange range);
    /// Removes the range from its place, and from copies of larger ranges. Copies of its parts
    /// still contain it. Move an inner range after the outer one.
    void move_away(TokenRange range);

    std::string apply() const;

  private:
    struct Edit {
        Pieces before;
        Pieces after;
        std::string replacement;
        bool replaced = false;
        TokenRange moved;
    };

    void append_edited(std::string& out, const Edit& edit, const Token& token) const;
    void append(std::string& out, const Pieces& pieces) const;
    void append_copy(std::string& out, TokenRange range) const;

    const Tokens& source_;
    std::map<std::size_t, Edit> edits_;
};

}  // namespace cusim::simcc
