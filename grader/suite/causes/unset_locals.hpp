// Local variables that may be read before they have a value, according to the compiler. This is a
// cause of wrong values that no record of a run shows, since a register always holds some number.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runner/problem.hpp"

namespace grader::suite {

class Answer;

struct UnsetLocal {
    std::string function;  // the kernel or function that reads it
    std::string file;
    int used = 0;  // line; 0 if the compiler shows only the declaration
    std::string name;
    int declared = 0;  // line; 0 if the compiler does not say

    bool operator==(const UnsetLocal&) const = default;
};

/// Parses the compiler's messages about a submission.
std::vector<UnsetLocal> unset_locals(std::string_view compiler_words);

/// One line for each variable that a kernel launched in the answer, or a function that it calls,
/// reads; empty if there is none.
std::string words_of(const std::vector<UnsetLocal>& unset, const Answer& answer);

/// A line on an output with a wrong element that is what simcc puts into local variables without a
/// value, or a sum that began with it; empty for any other.
std::string words_on_fill(const runner::Judged& output);

}  // namespace grader::suite
