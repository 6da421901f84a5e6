// Vetting a submission's text: what may stand in it so that findings, counts and line numbers
// cannot be bent. Promises an author one line a problem, in the order of the file. Works on
// tokens; what the rules are is rules.hpp's, the bytes of a file are file.hpp's.
//
// The text as written is authoritative: with token pasting refused, no macro of a submission can
// make a name that does not stand in it. The preprocessed text is looked at as well, in case the
// compiler reads a corner of C++ in another way than our lexer.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "vet/problem.hpp"

namespace grader::vet {

/// `text` as submitted; `local_headers` are the lab's own files, which may be included.
Problems vet_source(std::string_view text, const std::set<std::string>& local_headers);
/// `text` after preprocessing: what of it comes from a file in `submitted`.
Problems vet_expanded(std::string_view text, const std::set<std::string>& submitted);

}  // namespace grader::vet
