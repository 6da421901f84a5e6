// What happens-before needs of a simulated thread, its warp and its block. exec/ owns the objects
// (it allocates them beside its fibers and may reuse them) and never looks inside; the functions of
// events.hpp fill them in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "simulator/trace/thread.hpp"

namespace cusim::race {

// Everything that one block does between two of its barriers, or one thread (one group of lanes)
// between two fences (warp barriers). Numbered once, never reused: epochs.hpp.
using trace::Epoch;

class VectorClock;  // what was learnt through fences and atomics: vector_clock.hpp

using ClusterClock = trace::Cluster;

// What threads of other blocks did to a block's shared memory: by block, thread and site the
// latest.
struct RemoteAccesses;

class Looks;  // where a thread has looked, through volatile reads: looks.hpp

struct BlockClock : trace::Block {
    BlockClock();
    ~BlockClock();
    BlockClock(BlockClock&&) noexcept;
    BlockClock& operator=(BlockClock&&) noexcept;

    Epoch epoch = 0;
    std::uint32_t barriers = 0;  // passed, from 1
    std::uint32_t live = 0;      // threads begun and not ended
    std::uint32_t fences = 0;    // threads that fenced since the last barrier
    // The block's latest atomic or volatile access.
    std::uintptr_t last_atomic = 0;
    std::uint32_t last_atomic_thread = 0, last_atomic_barriers = 0;
    std::unique_ptr<RemoteAccesses> remote;
    std::unique_ptr<VectorClock> vector;    // every thread's, by the last barrier
    std::unique_ptr<VectorClock> arriving;  // every thread's, by the next one
};

struct ThreadClock;

struct WarpClock {
    std::array<ThreadClock*, 32> lanes{};
    // known[i][j]: the latest epoch of lane j that lane i saw end. Made by the first __syncwarp.
    std::unique_ptr<std::array<std::array<Epoch, 32>, 32>> known;
};

struct ThreadClock : trace::Thread {
    ThreadClock();
    ~ThreadClock();
    ThreadClock(ThreadClock&&) noexcept;
    ThreadClock& operator=(ThreadClock&&) noexcept;

    Epoch epoch = 0;
    std::uint32_t barriers = 0;  // of the block when `epoch` was taken
    std::uintptr_t stack_base = 0;
    std::size_t stack_size = 0;
    BlockClock* block = nullptr;
    WarpClock* warp = nullptr;
    std::uint16_t latest_atomic = 0;  // its site
    // What that swapped for a value was never written; 0 where it was.
    std::uintptr_t unwritten_result = 0;
    // Which access first read beside an array, and which array: what the thread does since may come
    // of that.
    const void* astray_at = nullptr;
    std::uintptr_t astray_from = 0;
    std::uint32_t fenced_barriers = ~0u;  // of the latest fence
    std::unique_ptr<VectorClock> vector;  // beyond its block's
    std::unique_ptr<Looks> looks;
};

}  // namespace cusim::race
