// The student's own lines beside a finding: the compiler cannot show them, since it saw translated
// text.
#pragma once

#include <string>
#include <vector>

#include "simulator/report/resolve.hpp"

namespace cusim::report {

// The marked lines of the file with two lines of context before and after, numbered, the marked
// ones with '>'. Lines far apart are separated by "...". Empty where the file cannot be read, is
// not text, or has no such line. Control characters become blanks, long lines are cut.
std::string source_excerpt(const std::string& path, std::vector<int> marked);
// The same from where the file was compiled; where that is gone, from here, by the name that the
// compiler had.
std::string source_excerpt(const Place& place, std::vector<int> marked);

}  // namespace cusim::report
