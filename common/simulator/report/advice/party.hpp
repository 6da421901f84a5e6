// Who did something: a thread, the host, a copy.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Such as "5" or "(5,1)": with as many numbers as the extent has dimensions.
std::string coordinates(const Dim3& at, const Dim3& extent);

// Such as "thread 5 of block 0", with a single number if the block (the grid) has one dimension.
std::string describe(const Party& party, const Recorded& recorded);

}  // namespace cusim::report
