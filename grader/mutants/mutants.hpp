// All mutants of one file: what each operator makes of a solution, as whole texts. Promises that no
// two are the same text, that each has a name which stays while its line does, and that a draw from
// them depends on the seed alone. Building and judging them is others' work.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mutants/operators.hpp"

namespace grader::mutants {

struct Mutant {
    std::string operator_name;
    std::string file;           // its name, without a folder
    int line = 0;               // the first line that is changed
    std::string before, after;  // of the changed lines, without comments and on one line
    int occurrence = 1;         // among the mutants alike in all of the above but the line
    std::string text;           // of the whole file
};

/// In the order of the operators and of the text. Throws skeleton::SkeletonError for a text that is
/// no solution.
std::vector<Mutant> mutants_of(const std::string& text, const std::string& file);

/// `count` of them, or all where there are no more, in their order.
std::vector<Mutant> draw(std::vector<Mutant> mutants, std::size_t count, std::uint64_t seed);

}  // namespace grader::mutants
