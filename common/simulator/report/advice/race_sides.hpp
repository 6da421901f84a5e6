// What the two sides of a race have in common. All ask for a finding with another side.
#pragma once

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Not where one of them is the host.
bool same_block(const Finding& f);
bool same_warp(const Settled& settled);

// Whether both are on one line of one file, which is known.
bool same_line(const Settled& settled);

bool both_write(const Settled& settled);

// Whether the memory is global, and the launch has several blocks.
bool blocks_may_share(const Settled& settled);

}  // namespace cusim::report
