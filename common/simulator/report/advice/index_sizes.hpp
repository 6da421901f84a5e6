// What is certain of an index outside of its array, where the values that led there are not all
// known: the number that it is, the row that it means, and what the conditions say of it.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Sentences; empty if the source does not show which index it is.
std::string index_sizes(const Settled& settled);

}  // namespace cusim::report
