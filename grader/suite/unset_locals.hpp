// Locals of which the compiler says that they may be read before they have a value: a cause of
// wrong values that no record of a run shows, since a register holds some number anyhow.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grader::suite {

class Answer;

struct UnsetLocal {
    std::string function;  // the kernel or function that reads it
    std::string file;
    int line = 0;  // of the use
    std::string name;
    int declared = 0;  // line; 0 where the compiler does not say

    bool operator==(const UnsetLocal&) const = default;
};

/// Out of what the compiler said of a submission.
std::vector<UnsetLocal> unset_locals(std::string_view compiler_words);

/// A line for each that a kernel of the answer's launches reads, or its function; empty where none
/// does.
std::string words_of(const std::vector<UnsetLocal>& unset, const Answer& answer);

}  // namespace grader::suite
