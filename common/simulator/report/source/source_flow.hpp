// Finds the conditions that must hold at a place in a function, because the program has reached it,
// and the values that its variables were given. Reads the text from the head of the function, as a
// human reader does.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "simulator/report/source/source_tokens.hpp"

namespace cusim::report {

// An `expression` that is true when the program reaches the place, or false (for code after `if (i
// >= n) return;`).
struct Condition {
    TokenSpan expression;
    bool is_true = true;
};

// A `for`, `while` or `do` around the place.
struct Loop {
    TokenSpan head, body;  // head: between the parentheses
    std::string counter;   // declared or set by a `for`; may be empty
};

// What stands in a loop's head: `for (start; condition; step)`, or the condition alone. Empty for
// `do` and for `for (int i : list)`.
struct LoopClauses {
    TokenSpan start = {}, condition = {}, step = {};
};
LoopClauses clauses_of(const SourceTokens& tokens, const Loop& loop);

struct Flow {
    std::string function;
    TokenSpan parameters, body;
    std::vector<Condition> conditions;  // the outermost first
    std::vector<Condition> idle;        // of an `if (…);` on the way, on which nothing depends
    std::vector<Loop> loops;            // the outermost first
    // Variables that are set only in their declarations, with their initial values.
    std::map<std::string, TokenSpan, std::less<>> locals;
    // The line of the launch that the kernel runs for, if it is known: one of several in the file.
    std::optional<int> launched_on = std::nullopt;
};

// `function` is empty if the place is in no function, or if the code before it is not understood.
Flow flow_to(const SourceTokens& tokens, std::size_t place);

// To the first token on the line. `function` is empty also if nothing is on it.
Flow flow_to_line(const SourceTokens& tokens, int line);

// Whether the variable is assigned in the span, other than in its declaration.
bool is_set_in(const SourceTokens& tokens, TokenSpan span, std::string_view variable);

// `smaller` is less than `larger`, or equal if `may_equal`.
struct Bound {
    TokenSpan smaller, larger;
    bool may_equal = false;
    Condition from;
    std::size_t comparison = 0;  // the operator
};

// The comparisons that the conditions imply.
std::vector<Bound> bounds_in(const SourceTokens& tokens, const std::vector<Condition>& conditions);

}  // namespace cusim::report
