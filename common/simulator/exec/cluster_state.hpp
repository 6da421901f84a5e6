// The state of a cluster of blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "simulator/exec/split_state.hpp"
#include "simulator/exec/thread.hpp"
#include "simulator/race/events.hpp"

namespace cusim::exec {

struct Cluster {
    std::uint64_t number = 0;
    race::ClusterClock clock;  // its blocks by rank
    std::vector<Block*> blocks;
    std::vector<std::uint32_t> slots;
    std::uint32_t running = 0;  // blocks that have not ended, including those not begun
    std::uint32_t live = 0;     // their live threads
    SplitBarrier barrier;
};

}  // namespace cusim::exec
