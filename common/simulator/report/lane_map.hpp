// Draws a warp's request in plain characters, at most 80 columns wide.
#pragma once

#include <string>

#include "simulator/report/findings/closeup.hpp"

namespace cusim::report {

// The sectors of a request to global memory in order of address, with the lane that uses each of
// their words.
std::string sector_map(const RequestExample& example, const std::string& variable);

// The wavefronts of a request to shared memory, with the lane that each bank serves. `turns`: the
// request is an atomic, served in rounds.
std::string bank_map(const RequestExample& example, bool turns);

// Explains the characters of the pictures.
extern const char* const sector_legend;
extern const char* const bank_legend;

}  // namespace cusim::report
