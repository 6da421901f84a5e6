// Vetting a submission's text: what may stand in it so that findings, counts and line numbers
// cannot be bent. Promises an author one line a problem, in the order of the file. Works on
// tokens; what the rules are is rules.hpp's, the bytes of a file are file.hpp's.
//
// The text as written tells where and how a student says something; what it becomes after
// preprocessing, where pasted names and pragmas out of macros stand, is looked at as well, and is
// what gets compiled.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "vet/problem.hpp"

namespace grader::vet {

/// What a submission may include, beside the headers of rules.hpp.
struct Headers {
    std::set<std::string> local;  // the lab's own files
    /// Every name that stands in any header: a macro of one of these above an #include would
    /// rewrite it.
    std::set<std::string, std::less<>> words;
};

/// `text` as submitted.
Problems vet_source(std::string_view text, const Headers& headers);
/// `text` after preprocessing: what of it comes from `file`, of which `written` is the text.
Problems vet_expanded(std::string_view text, const std::string& file, std::string_view written);

}  // namespace grader::vet
