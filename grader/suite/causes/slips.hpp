// Slips of the pen that compile and hardly ever mean what they say: a `;` right behind `if (…)`, an
// assignment for a comparison, a comma operator for a dim3, a loop over blocks that goes on by
// threads, a lane's float kept in an int, a variable that is declared once more, dynamic shared
// memory as a pointer, strides of a tree that do not halve, a comma or a chain of comparisons as a
// condition, a fraction of whole numbers, an unsigned counter that goes down. Shown where values
// are wrong, and where work is.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "score/record.hpp"

namespace grader::suite {

class Answer;

struct Slip {
    // The function that contains it, and all that call this one, directly or not.
    std::vector<std::string> functions;
    std::string file;
    int line = 0;
    std::string words;  // a clause

    bool operator==(const Slip&) const = default;
};

/// Those in a CUDA source, `text`. `file`: its name.
std::vector<Slip> slips(std::string_view text, const std::string& file);

/// One line for each slip on the way of the answer: in its function, in a kernel that it launched,
/// or in what these call. Not if a finding tells of it. Empty if there is none.
std::string words_of(const std::vector<Slip>& slips, const Answer& answer);

/// The same for a function that gave no answer.
std::string words_of(const std::vector<Slip>& slips, const std::string& function,
                     std::span<const score::Finding> findings = {});

}  // namespace grader::suite
