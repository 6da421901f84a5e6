// The name of an array that is indexed in the source.
#pragma once

#include <string>

#include "simulator/report/findings/finding.hpp"

namespace cusim::report {

// The expression before the subscript whose closing bracket is at `column` (from 1) of a
// preprocessed line: "s" for `s[i]`, "tile[j]" for `tile[j][i]`, "bin.count" for `bin.count[k]`.
// Empty if no subscript of a name ends there.
std::string subscripted(const std::string& line, int column);
// The same for a line of a file; empty if it cannot be read.
std::string subscripted(const Site& site, int column);

}  // namespace cusim::report
