// An access that was made before the one that is checked, as the shadow has it.
#pragma once

#include "simulator/race/shadow.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

struct EarlierAccess {
    PastAccess past;
    Kind kind;
    trace::Op op;
};

}  // namespace cusim::race
