// What the trace knows of a thread and of its block. race/ adds their clocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cusim/translated.hpp"

namespace cusim::trace {

// Numbers a stretch of the program's order; race/epochs.hpp hands them out. 0 is "before all time".
using Epoch = std::uint32_t;

struct Extent {
    std::uint32_t x = 1, y = 1, z = 1;
};

class WarpLog;  // what the lanes of a warp did: warp_log.hpp
struct LaneLog;

struct SharedVariable {
    std::uintptr_t base;
    std::size_t size;
    const char* name;
    detail::ElementKind elements = detail::ElementKind::other;
};

struct Block;

// The blocks that share a cluster.
struct Cluster {
    struct Member {
        std::uintptr_t arena;
        Block* block = nullptr;  // while it runs
        bool ended = false;
    };
    std::vector<Member> members;  // by rank
    Epoch first_epoch = 0;        // of the block that began first
};

struct Block {
    std::uint32_t linear = 0;  // x fastest, as everywhere
    Epoch first_epoch = 0;     // before the first thread
    std::uintptr_t arena = 0;  // its slot in memory::shared_arenas
    Cluster* cluster = nullptr;
    std::vector<SharedVariable> shared;
    std::vector<WarpLog*> logs;      // by warp; nullptr before its first thread and after its last
    bool replay_at_barrier = false;  // the logs have grown
    bool reads_deferred = false;     // there may be unchecked ones in the logs
};

struct Thread {
    std::uint32_t thread = 0;  // in its block, x fastest
    WarpLog* warp_log = nullptr;
    LaneLog* log = nullptr;  // its own, in there
};

}  // namespace cusim::trace
