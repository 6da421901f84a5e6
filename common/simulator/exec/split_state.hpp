// The state of a barrier at which arriving and waiting are separate operations: split_barrier.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "simulator/exec/thread.hpp"
#include "simulator/race/events.hpp"

namespace cusim::exec {

struct SplitBarrier {
    std::uintptr_t identity = 0;  // an address of no memory of the program
    std::uint64_t arrived = 0;
    std::uint32_t phase = 0;
    std::vector<Thread*> waiting;
    race::LogPosition arrivals;  // in the previous phase
};

}  // namespace cusim::exec
