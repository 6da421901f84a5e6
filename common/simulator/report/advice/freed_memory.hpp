// Advice on memory that is used, or freed, after it was freed.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Complete sentences.
std::string use_after_free(const Settled& settled);

}  // namespace cusim::report
