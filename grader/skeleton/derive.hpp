// A solution's text to its skeleton's text. Promises that nothing between the markers survives and
// everything else does, byte for byte, and that answers are taken out of the files that ask for
// them; leaves files and folders to skeletons.hpp.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace grader::skeleton {

struct SkeletonError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Replaces each region
///     // BEGIN SOLUTION: imperative text
///     …
///     // END SOLUTION
/// (`#` in place of `//` in Python) by `// TODO: imperative text (about N lines)`. Where the line
/// of BEGIN SOLUTION is full, its text goes on in the comment below it, as clang-format breaks it.
/// N counts the region's lines of code: not the blank ones and not those that are only a `//`
/// comment. Throws SkeletonError, as "name:line: what is wrong", for a region that is nested,
/// unclosed, unopened or empty, a marker in another form (it would leak the solution), and a text
/// without any region.
std::string derive(std::string_view solution, std::string_view name);

/// The lines between a region's markers; a file's first line is 1.
struct Lines {
    int first = 0;
    int last = 0;
};

/// Where the regions of a solution lie. Throws as derive() does.
std::vector<Lines> regions(std::string_view solution, std::string_view name);

/// Of a file of answers: each line `key = …` becomes `key = ""`, all other lines stay.
std::string without_answers(std::string_view solution);

}  // namespace grader::skeleton
