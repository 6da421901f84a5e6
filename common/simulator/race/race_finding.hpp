// Words for the races that word_check.hpp finds.
#pragma once

#include "simulator/race/check.hpp"

namespace cusim::race {

struct EarlierAccess {
    PastAccess half;
    Kind kind;
    trace::Op op;
};

// `access` by `actor` is not ordered with `earlier`, and one of them writes.
void report_race(const ThreadClock& actor, const Access& access, const trace::MemoryObject& object,
                 const EarlierAccess& earlier);

}  // namespace cusim::race
