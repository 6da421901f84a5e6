// One request of a warp as a picture in plain characters, at most 80 columns wide.
#pragma once

#include <string>

#include "simulator/report/closeup.hpp"

namespace cusim::report {

// The sectors of a request to global memory, in the order of their addresses, with the lane that
// uses each of their words.
std::string sector_map(const RequestExample& example, const std::string& variable);

// The wavefronts of a request to shared memory, with the lane that each bank serves in it.
// `turns`: of an atomic.
std::string bank_map(const RequestExample& example, bool turns);

// What the characters mean.
extern const char* const sector_legend;
extern const char* const bank_legend;

}  // namespace cusim::report
