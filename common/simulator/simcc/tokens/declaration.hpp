// Reads the declaration that contains a CUDA qualifier: what it declares, and where its name,
// parameters, body and declarators are.
//
// Guarantee to the passes of the translator: a Declaration for any sequence of tokens; `other` if
// it is not understood. Only the spelling is used; no types are known.
#pragma once

#include <string_view>
#include <vector>

#include "simulator/simcc/tokens/brackets.hpp"
#include "simulator/simcc/tokens/lexer.hpp"

namespace cusim::simcc {

enum class DeclarationKind : std::uint8_t { function, variable, lambda, other };

/// A name that the declaration of variables declares: `*name[8] = {…}`.
struct Declarator {
    TokenRange tokens;  ///< pointer operators, name and array bounds, without the initialiser
    std::size_t name = none;
    bool initialised = false;
};

struct Declaration {
    DeclarationKind kind = DeclarationKind::other;
    std::size_t begin = 0;       ///< its first token, including template headers
    std::size_t specifiers = 0;  ///< its first token after template headers
    std::size_t end = 0;         ///< one past its ';' or its body's '}', or past what was read
    std::size_t name = none;     ///< of a function
    TokenRange parameters;       ///< of a function or lambda: what is between the parentheses
    std::size_t body = none;     ///< the '{' of a function or lambda defined here
    TokenRange type;             ///< of a variable: the specifiers up to the first declarator
    std::vector<Declarator> declarators;

    bool is_template() const { return begin != specifiers; }
};

bool is_cuda_qualifier(std::string_view word);

/// `at` is a qualifier such as __global__ or __shared__, or a plain `static`.
Declaration read_declaration(const Tokens& source, const Brackets& brackets, std::size_t at);

/// Whether a token of [range) has this spelling.
bool contains(const Tokens& source, TokenRange range, std::string_view spelling);

}  // namespace cusim::simcc
