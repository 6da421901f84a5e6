// Advice on a race in which one side is an atomic, or both are.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

std::string advice_with_atomics(const Settled& settled);

}  // namespace cusim::report
