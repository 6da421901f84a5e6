// Explains why a loop that was stopped does not end, if the source shows it.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Complete sentences.
std::string endless_loop_advice(const Settled& settled);

// The comparison of an unsigned variable with 0 in the function of the access, which is always
// true; empty if there is none.
std::string unsigned_comparison(const Settled& settled);

// A loop round the access that compares an unsigned counter with a difference; empty if there is
// none.
std::string unsigned_difference(const Settled& settled);

}  // namespace cusim::report
