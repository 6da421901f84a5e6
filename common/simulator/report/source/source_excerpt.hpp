// The student's own source lines for a finding. The compiler cannot show them, since it saw
// translated text.
#pragma once

#include <string>
#include <vector>

#include "simulator/report/findings/resolve.hpp"

namespace cusim::report {

// The marked lines of the file, each with two lines of context before and after. Lines are
// numbered, and marked ones have a '>'. "..." separates lines that are far apart. Empty if the file
// cannot be read, is not text, or has no such line. Control characters become spaces, and long
// lines are cut.
std::string source_excerpt(const std::string& path, std::vector<int> marked);
// The same for a place. The file is read from the path at compilation; if it is no longer there,
// from the name that the compiler was given, relative to the current directory.
std::string source_excerpt(const Place& place, std::vector<int> marked);

}  // namespace cusim::report
