// An earlier access, as the shadow remembers it, with which a new one is compared.
#pragma once

#include "simulator/race/shadow/shadow.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

struct EarlierAccess {
    PastAccess past;
    AccessKind kind;
    trace::Op op;
};

}  // namespace cusim::race
