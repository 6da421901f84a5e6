// The parameters of a function, one by one: which tokens declare each, what its name is.
#pragma once

#include <vector>

#include "simulator/simcc/brackets.hpp"
#include "simulator/simcc/lexer.hpp"

namespace cusim::simcc {

struct Parameter {
    TokenRange declaration;        ///< without its default argument
    std::size_t name = none;       ///< `none` where it has no name
    std::size_t last_of_type = 0;  ///< a name for an unnamed one goes behind this token
    bool pack = false;
};

/// `range` is what stands between the parentheses; `(void)` has no parameters.
std::vector<Parameter> read_parameters(const Tokens& source, const Brackets& brackets,
                                       TokenRange range);

}  // namespace cusim::simcc
