// The state that the happens-before checker keeps for a simulated thread, its warp and its block.
// exec/ owns the objects (it allocates them beside its fibers and may reuse them) and never looks
// inside; observe/ fills them in the events of events.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace cusim::observe {

// Numbered once, never reused: everything one block does between two of its barriers, or one thread
// (one group of lanes) between two fences (warp barriers). 0 is "before all time".
using Interval = std::uint32_t;

struct Extent {
    std::uint32_t x = 1, y = 1, z = 1;
};

class WarpLog;  // what its lanes did: warp_log.hpp
struct LaneLog;
class Knowledge;  // what was learnt through fences and atomics: knowledge.hpp

struct SharedVariable {
    std::uintptr_t base;
    std::size_t size;
    const char* name;
};

struct BlockClock {
    BlockClock();
    ~BlockClock();
    BlockClock(BlockClock&&) noexcept;
    BlockClock& operator=(BlockClock&&) noexcept;

    Interval interval = 0;
    Interval first_interval = 0;  // before the first thread
    std::uint32_t epoch = 0;      // barriers passed, from 1
    std::uint32_t linear = 0;     // x fastest, as everywhere
    std::uintptr_t arena = 0;
    std::vector<SharedVariable> shared;
    std::uint32_t live = 0;    // threads begun and not ended
    std::uint32_t fences = 0;  // threads that fenced since the last barrier
    // The block's latest atomic or volatile access.
    std::uintptr_t last_atomic = 0;
    std::uint32_t last_atomic_thread = 0, last_atomic_epoch = 0;
    std::unique_ptr<Knowledge> knowledge;  // every thread's, by the last barrier
    std::unique_ptr<Knowledge> arriving;   // every thread's, by the next one
    std::vector<WarpLog*> logs;      // by warp; nullptr before its first thread and after its last
    bool replay_at_barrier = false;  // the logs have grown
    bool reads_wait = false;         // there may be unchecked ones in the logs
};

struct Actor;

struct WarpClock {
    std::array<Actor*, 32> lanes{};
    // known[i][j]: the latest interval of lane j that lane i saw end. Made by the first __syncwarp.
    std::unique_ptr<std::array<std::array<Interval, 32>, 32>> known;
};

struct Actor {
    Actor();
    ~Actor();
    Actor(Actor&&) noexcept;
    Actor& operator=(Actor&&) noexcept;

    Interval interval = 0;
    std::uint32_t thread = 0;  // in its block, x fastest
    std::uint32_t epoch = 0;   // of the block when `interval` was taken
    std::uintptr_t stack_base = 0;
    std::size_t stack_size = 0;
    BlockClock* block = nullptr;
    WarpClock* warp = nullptr;
    WarpLog* warp_log = nullptr;
    LaneLog* log = nullptr;                // its own, in there
    std::uint16_t latest_atomic = 0;       // its site
    std::uint32_t fenced_epoch = ~0u;      // of the latest fence
    std::unique_ptr<Knowledge> knowledge;  // beyond its block's
};

}  // namespace cusim::observe
