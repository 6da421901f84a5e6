// Vets a submission's text, so that it cannot manipulate findings, counts and line numbers. Reports
// one line for each problem, in the order of the file. Works on tokens. rules.hpp has the rules;
// file.hpp reads the file.
//
// The text as written shows where and how a student says something. The preprocessed text, which
// includes pasted names and pragmas from macros, is checked as well, and is what gets compiled.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "vet/problem.hpp"

namespace grader::vet {

/// What a submission may include besides the headers in rules.hpp.
struct Headers {
    std::set<std::string> local;  // the lab's own files
    /// Every name that occurs in any header: a macro with such a name before an #include would
    /// change the header.
    std::set<std::string, std::less<>> words;
};

/// `text`: as submitted.
Problems vet_source(std::string_view text, const Headers& headers);
/// `text`: after preprocessing. Only the part from `file` is checked; `written` is that file's
/// text.
Problems vet_expanded(std::string_view text, const std::string& file, std::string_view written);

}  // namespace grader::vet
