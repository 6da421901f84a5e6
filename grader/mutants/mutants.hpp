// All mutants of one file: the texts that each operator makes of a solution, or of a student's
// file. No two texts are equal. A mutant's name stays the same while its line does. A draw depends
// only on the seed. Building and grading mutants is done elsewhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mutants/operators.hpp"

namespace grader::mutants {

struct Mutant {
    std::string operator_name;
    std::string file;           // without a folder
    int line = 0;               // the first line that is changed
    std::string before, after;  // of the changed lines, on one line and without comments
    int occurrence = 1;         // number among mutants that differ only in the line
    std::string text;           // of the whole file
    // What is changed, in the text that it was: offsets of the first byte and after the last one.
    std::size_t begin = 0, end = 0;
};

/// Ordered by operator, then by position. Throws skeleton::SkeletonError if the text is no
/// solution.
std::vector<Mutant> mutants_of(const std::string& text, const std::string& file);

/// The names and numbers in the text, in order.
std::vector<std::string> words_of(std::string_view text);

/// Changes of a student's file that might repair the functions named `entries` or what these call;
/// of all functions, if the file has none of these. Ordered as above.
std::vector<Mutant> repairs_of(const std::string& text, const std::string& file,
                               const std::vector<std::string>& entries);

/// Draws `count` of them, or all if there are no more, keeping their order.
std::vector<Mutant> draw(std::vector<Mutant> mutants, std::size_t count, std::uint64_t seed);

}  // namespace grader::mutants
