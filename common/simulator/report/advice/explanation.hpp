// A finding in words, for a student: which thread did what to which element, why that is wrong, and
// the usual remedy. Sentences only; the caller shows places and source lines.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Such as "race: Q[9], in kernel block_reduce".
std::string title(const Settled& settled);

// One to three sentences.
std::string message(const Settled& settled);

}  // namespace cusim::report
