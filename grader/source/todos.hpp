// What the sources show of how far a student has come: what is still as it was handed out, and what
// still has a TODO.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace grader::source {

/// Whether all that was left to do in `function`, and in what it calls or launches, is still to be
/// done: each definition of `handed_out` with a TODO has the same text in `submitted`.
bool is_untouched(std::string_view function, const std::string& handed_out,
                  const std::string& submitted);

/// The functions that the source defines, and of each whether a TODO is left in it, or in what it
/// calls or launches.
std::map<std::string, bool> unfinished_functions(const std::string& source);

}  // namespace grader::source
