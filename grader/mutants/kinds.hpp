// The tables of operators by what they change; operators.cpp joins them. Only used in this
// directory.
#pragma once

#include "mutants/operator.hpp"

namespace grader::mutants {

extern const std::vector<Operator> expression_operators;
extern const std::vector<Operator> statement_operators;
extern const std::vector<Operator> cuda_operators;
extern const std::vector<Operator> repair_operators;

/// Replaces the text of one token.
inline void replace(std::size_t i, std::string text, Changes& changes) {
    changes.push_back({{i, i + 1}, std::move(text)});
}

}  // namespace grader::mutants
