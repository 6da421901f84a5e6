// The array that is indexed somewhere in the source, by the name that the student gave it.
#pragma once

#include <string>

#include "simulator/report/finding.hpp"

namespace cusim::report {

// What stands before the subscript whose closing bracket is at `column` (counted from 1) of a line
// as the preprocessor leaves it: "s" of `s[i]`, "tile[j]" of `tile[j][i]`, "bin.count" of
// `bin.count[k]`. Empty where no subscript of a name ends there.
std::string subscripted(const std::string& line, int column);
// The same for a line of a file; empty where that cannot be read.
std::string subscripted(const Site& site, int column);

}  // namespace cusim::report
