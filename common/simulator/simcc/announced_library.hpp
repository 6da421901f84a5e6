// The functions of the C and C++ libraries that touch memory by pointers that they are given, and
// were compiled without hooks. Programs call the runtime's instead, which announce what the
// function will touch and call it (hooks/library.cpp has one for each).
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace cusim::simcc {

/// Before a function's name: the runtime's.
constexpr std::string_view announced_prefix = "__announced_";

/// As assemblers write symbols.
bool is_part_of_symbol(char c);

bool is_announced_function(std::string_view symbol);

/// A line of assembly with the runtime's symbols for the libraries', but for those of `own`, which
/// the file defines itself.
std::string with_announced_names(std::string_view line, const std::set<std::string_view>& own);

}  // namespace cusim::simcc
