// Derives a skeleton's text from a solution's text. Nothing between the markers is kept, and
// everything else is kept byte for byte. Answers are removed from the files that ask for them.
// skeletons.hpp reads and writes the files.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "source/source.hpp"

namespace grader::skeleton {

struct SkeletonError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Replaces each region
///     // BEGIN SOLUTION: imperative text
///     …
///     // END SOLUTION
/// (in Python, `#` instead of `//`) by `// TODO: imperative text (about N lines)`. If the line of
/// BEGIN SOLUTION is full, its text continues in the comment below, as clang-format breaks it. N is
/// the number of the region's lines of code, without blank lines and lines with only a `//`
/// comment. Throws SkeletonError, "name:line: what is wrong", for a region that is nested, not
/// closed, not opened or empty, for a marker in another form (which would leak the solution), and
/// for a text without any region.
std::string derive(std::string_view solution, std::string_view name);

/// Of each region of a solution, the lines between its markers. Throws as derive() does.
std::vector<source::Lines> regions(std::string_view solution, std::string_view name);

/// For a file of answers: each line `key = …` becomes `key = ""`; all other lines are kept.
std::string without_answers(std::string_view solution);

}  // namespace grader::skeleton
