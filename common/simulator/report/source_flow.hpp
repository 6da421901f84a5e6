// Which conditions hold at a place in a function because the program has come there, and what its
// variables were set to: read from the text, as a reader follows it from the function's head.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "simulator/report/source_tokens.hpp"

namespace cusim::report {

// `expression` is true where the program has come to the place, or false (the code behind
// `if (i >= n) return;`).
struct Condition {
    TokenSpan expression;
    bool is_true = true;
};

// `for`, `while` or `do` round the place.
struct Loop {
    TokenSpan head, body;  // head: between the parentheses
    std::string counter;   // that a `for` declares or sets; may be empty
};

struct Flow {
    std::string function;
    TokenSpan parameters, body;
    std::vector<Condition> conditions;  // the outermost first
    std::vector<Loop> loops;            // the outermost first
    // Variables that are set once, where they are declared, by what.
    std::map<std::string, TokenSpan, std::less<>> locals;
};

// Empty `function` where the place is in none, or the way there is not understood.
Flow flow_to(const SourceTokens& tokens, std::size_t place);

// Whether the variable is given a value in the span, other than where it is declared with one.
bool is_set_in(const SourceTokens& tokens, TokenSpan span, std::string_view variable);

// `smaller` is below `larger`, or equal where `may_equal`.
struct Bound {
    TokenSpan smaller, larger;
    bool may_equal = false;
    Condition from;
    std::size_t comparison = 0;  // the operator
};

// What the conditions say of two sides of a comparison.
std::vector<Bound> bounds_in(const SourceTokens& tokens, const std::vector<Condition>& conditions);

}  // namespace cusim::report
