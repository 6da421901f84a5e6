// Advice on a race between additions to one element, as the source shows them: `y[i] += sum` beside
// the same, or beside an atomicAdd.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Empty unless each side adds to the element, and one of them not by an atomic. A barrier is no
// remedy then: all additions count, in whatever order they come.
std::string accumulation(const Settled& settled);

}  // namespace cusim::report
