// What a barrier waits for, and how threads reach it: for barriers that not all of them reach.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// For a barrier_divergence or a deadlock: complete sentences.
std::string barrier_advice(const Settled& settled);

}  // namespace cusim::report
