// What is known about an index that lies outside: by how much, and how it relates to the number of
// the thread that used it. A missing guard, a neighbour at the edge, bytes taken for elements and
// a miscalculated index need different remedies.
#pragma once

#include <string>

#include "simulator/report/settle.hpp"

namespace cusim::report {

// Whole sentences.
std::string bounds_advice(const Settled& settled);

// Of an access to memory that is there, by a line that indexes other arrays only, none of which
// lies there: so an index leads from one of them. Empty where that is not certain.
std::string strayed_words(const Settled& settled);

}  // namespace cusim::report
