// Races of a plain read that waits, in a loop, for what another thread stores.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// If the read is the condition of an empty loop: what a compiler makes of it. Otherwise empty.
std::string plain_flag(const Settled& settled);

}  // namespace cusim::report
