// For a race between two stores: whether the elements of one thread, or block, overlap those of the
// next one, and how far apart they are.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Complete sentences; empty if they do not overlap, or if it is not certain.
std::string overlap_words(const Settled& settled);

}  // namespace cusim::report
