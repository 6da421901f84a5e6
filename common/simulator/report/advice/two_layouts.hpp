// For a race between a store and a read whose lines take the array as rows of different lengths.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// A complete sentence; empty if both lines have the same layout, or if it is not certain.
std::string two_layouts(const Settled& settled);

}  // namespace cusim::report
