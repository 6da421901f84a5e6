// Words for the races that word_check.hpp finds.
#pragma once

#include "simulator/observe/check.hpp"

namespace cusim::observe {

struct EarlierAccess {
    memory::Half half;
    memory::Kind kind;
    Op op;
};

// `access` by `actor` is not ordered with `earlier`, and one of them writes.
void report_race(const Actor& actor, const Access& access, const Place& place,
                 const EarlierAccess& earlier);

}  // namespace cusim::observe
