// An access outside of an array by a pointer that the function has moved on, to which an index is
// added.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Which pointer on the line has been moved, and where; empty if none has been.
std::string moved_pointer_words(const Settled& settled);

}  // namespace cusim::report
