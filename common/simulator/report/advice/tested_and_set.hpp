// For `if (!seen[v]) { seen[v] = 1; … }` in several threads: two of them may find nothing there.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Sentences, or empty. For a race of a read in a condition and a store that depends on it. Not
// where what is stored comes from an array or a variable: elements that threads exchange, as in a
// sort, need another remedy.
std::string tested_and_set(const Settled& settled);

}  // namespace cusim::report
