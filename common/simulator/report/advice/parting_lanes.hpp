// Why a lane has left its warp: the condition by which it returned, and what differs from a lane
// that goes on.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// For a warp operation that a lane of the same warp does not reach, since it has returned by a
// condition on a variable that differs from lane to lane. A sentence; empty if that is not so, or
// not known.
std::string parting_words(const Settled& settled);

}  // namespace cusim::report
