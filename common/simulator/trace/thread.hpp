// What the trace stores about a thread and its block. race/ adds their clocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cusim/translated.hpp"

namespace cusim::trace {

// The number of a section of the program's execution, which race/order/epochs.hpp assigns. 0 comes
// before everything.
using Epoch = std::uint32_t;

struct Extent {
    std::uint32_t x = 1, y = 1, z = 1;
};

class WarpLog;  // the logs of a warp's lanes: warp_log.hpp
struct LaneLog;

struct SharedVariable {
    std::uintptr_t base;
    std::size_t size;
    const char* name;
    detail::ElementKind elements = detail::ElementKind::other;
    const detail::Shape* shape = nullptr;
};

struct Block;

// The blocks of one cluster.
struct Cluster {
    struct Member {
        std::uintptr_t arena;
        Block* block = nullptr;  // nullptr unless it runs
        bool ended = false;
        std::uint32_t linear = ~0u;  // the number of the block, once it has begun
    };
    std::vector<Member> members;  // by rank
    Epoch first_epoch = 0;        // of the block that began first
};

struct Block {
    std::uint32_t linear = 0;  // x runs fastest
    Epoch first_epoch = 0;     // before the first thread
    std::uintptr_t arena = 0;  // address of its slot in memory::shared_arenas
    Cluster* cluster = nullptr;
    std::vector<SharedVariable> shared;
    std::vector<WarpLog*> logs;      // by warp; nullptr before its first thread and after its last
    bool replay_at_barrier = false;  // a log has become long
    bool reads_deferred = false;     // the logs may hold unchecked reads
};

struct Thread {
    std::uint32_t thread = 0;  // number in its block, x runs fastest
    WarpLog* warp_log = nullptr;
    LaneLog* log = nullptr;  // its own log within warp_log
};

}  // namespace cusim::trace
