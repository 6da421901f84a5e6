// The parameters of a function: the tokens that declare each one, and its name.
#pragma once

#include <vector>

#include "simulator/simcc/tokens/brackets.hpp"
#include "simulator/simcc/tokens/lexer.hpp"

namespace cusim::simcc {

struct Parameter {
    TokenRange declaration;        ///< without its default argument
    std::size_t name = none;       ///< `none` if it has no name
    std::size_t last_of_type = 0;  ///< an unnamed one gets a name after this token
    bool pack = false;
};

/// `range`: what is between the parentheses. `(void)` has no parameters.
std::vector<Parameter> read_parameters(const Tokens& source, const Brackets& brackets,
                                       TokenRange range);

}  // namespace cusim::simcc
