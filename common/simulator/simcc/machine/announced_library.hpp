// The functions of the C and C++ libraries that access memory through pointers they are given. They
// were compiled without hooks. Programs call the runtime's versions instead, which announce what
// the function will access and then call it (hooks/library_*.cpp have one for each).
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace cusim::simcc {

/// The prefix of the runtime's versions.
constexpr std::string_view announced_prefix = "__announced_";

/// Whether a symbol in assembly may contain the character.
bool is_part_of_symbol(char c);

bool is_announced_function(std::string_view symbol);

/// Replaces the libraries' symbols in a line of assembly by the runtime's, except those in `own`,
/// which the file defines itself.
std::string with_announced_names(std::string_view line, const std::set<std::string_view>& own);

}  // namespace cusim::simcc
