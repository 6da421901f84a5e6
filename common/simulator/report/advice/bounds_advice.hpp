// Advice on an index out of bounds: by how much, and how it relates to the number of the thread
// that used it. A missing guard, a neighbour at the edge, bytes taken for elements and a wrong
// formula need different remedies.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Complete sentences.
std::string bounds_advice(const Settled& settled);

// For an access to valid memory by a line that indexes other arrays only: an index into one of
// those leads here. Empty if that is not certain.
std::string strayed_words(const Settled& settled);

// For arguments of the launch that point to where nothing is allocated, of which there is one.
std::string handed_over_astray(const Settled& settled);

}  // namespace cusim::report
