// A loop of the host that launches kernels without end. Launches beyond the limit that the caller
// of the program has set (report::limit_launches) are only counted, so a program that makes a
// million of them would go on to no purpose until its time is up.
#pragma once

#include "simulator/report/findings/finding.hpp"

namespace cusim::api {

// To be called for each launch that is only counted. Beyond a million launches, it reports the one
// at `launch` and ends the program by SIGXCPU, as if its time were up.
void end_if_endless(const report::Site& launch);

}  // namespace cusim::api
