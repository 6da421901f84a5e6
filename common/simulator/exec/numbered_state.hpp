// The state of a block's barriers with a number.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "simulator/race/events.hpp"

namespace cusim::exec {

struct Thread;

// A thread that waits; the object is on its stack.
struct NumberedWait {
    Thread* thread = nullptr;
    bool predicate = false;
    bool ended = false;
    // Once it has ended: what the thread acquires, and for how many the predicate held.
    race::LogPosition arrivals;
    std::uint32_t holds = 0;
};

struct NumberedBarrier {
    std::uint64_t block = ~std::uint64_t{0};  // of the grid, which uses the slot now
    std::uint32_t number = 0;
    std::uint32_t threads = 0;  // that it waits for in this phase; 0: all of the block
    std::uint32_t arrived = 0;  // in whole warps
    std::uint32_t ahead = 0;    // arrivals of lanes whose warp has not arrived as a whole
    std::uint32_t holds = 0;    // predicates, of the warps that have arrived
    std::vector<std::array<std::uint32_t, 32>> lanes;  // the same arrivals, by warp and lane
    std::vector<NumberedWait*> coming;                 // of warps that have not arrived
    std::vector<NumberedWait*> waiting;                // of warps that have
};

// Key: the block's slot, the barrier's number.
using NumberedBarriers = std::map<std::pair<std::uint32_t, std::uint32_t>, NumberedBarrier>;

}  // namespace cusim::exec
