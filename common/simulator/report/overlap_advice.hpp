// Of a race between two stores: whether the elements of one thread, or block, overlap those of the
// next, and how far they are apart.
#pragma once

#include <string>

#include "simulator/report/settled.hpp"

namespace cusim::report {

// Whole sentences; empty where they do not, or where it is not certain.
std::string overlap_words(const Settled& settled);

}  // namespace cusim::report
