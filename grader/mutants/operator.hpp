// One mutation operator, and the changes that it makes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "source/source.hpp"

namespace grader::mutants {

using cusim::simcc::none;
using cusim::simcc::Token;
using cusim::simcc::TokenKind;
using cusim::simcc::TokenRange;
using source::Function;
using source::Source;

/// Replaces these tokens by this text.
struct Change {
    TokenRange range;
    std::string text;
};
using Changes = std::vector<Change>;

struct Operator {
    std::string name;
    std::string mistake;  // a short description of the change
    /// Adds the possible changes at token `i`.
    void (*apply)(const Source& source, std::size_t i, Changes& changes);
};

}  // namespace grader::mutants
