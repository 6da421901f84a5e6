// What the happens-before analysis stores about a simulated thread, its warp and its block. exec/
// owns the objects: it allocates them beside its fibers, may reuse them, and never reads them. The
// functions in events.hpp fill them in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "simulator/trace/thread.hpp"

namespace cusim::race {

// An epoch is everything that one block does between two of its barriers, or that one thread (or a
// group of lanes) does between two fences (or warp barriers). Epoch numbers are never reused:
// epochs.hpp.
using trace::Epoch;

class VectorClock;  // what fences and atomics have ordered: vector_clock.hpp

using ClusterClock = trace::Cluster;

// The latest access of each thread and site of other blocks to a block's shared memory.
struct RemoteAccesses;

class Looks;  // addresses of a thread's latest volatile reads: looks.hpp

struct BlockClock : trace::Block {
    BlockClock();
    ~BlockClock();
    BlockClock(BlockClock&&) noexcept;
    BlockClock& operator=(BlockClock&&) noexcept;

    Epoch epoch = 0;
    std::uint32_t barriers = 0;       // passed so far; starts at 1
    std::uint32_t live = 0;           // threads begun and not ended
    std::uint32_t fences = 0;         // threads that fenced since the last barrier
    std::uint32_t followed_at = ~0u;  // `barriers` when a thread first waited for the launch before
    // Address of the block's latest atomic or volatile access.
    std::uintptr_t last_atomic = 0;
    std::uint32_t last_atomic_thread = 0, last_atomic_barriers = 0;
    std::unique_ptr<RemoteAccesses> remote;
    std::unique_ptr<VectorClock> vector;    // of all threads, since the last barrier
    std::unique_ptr<VectorClock> arriving;  // of all threads, from the next barrier on
};

struct ThreadClock;

struct WarpClock {
    std::array<ThreadClock*, 32> lanes{};
    // known[i][j]: the latest epoch of lane j that lane i knows to have ended. Allocated at the
    // first __syncwarp.
    std::unique_ptr<std::array<std::array<Epoch, 32>, 32>> known;
};

struct ThreadClock : trace::Thread {
    ThreadClock();
    ~ThreadClock();
    ThreadClock(ThreadClock&&) noexcept;
    ThreadClock& operator=(ThreadClock&&) noexcept;

    Epoch epoch = 0;
    std::uint32_t barriers = 0;  // the block's, when `epoch` began
    std::uintptr_t stack_base = 0;
    std::size_t stack_size = 0;
    BlockClock* block = nullptr;
    WarpClock* warp = nullptr;
    std::uint16_t latest_atomic = 0;  // its site
    // The address of the latest atomic if its result was never written, otherwise 0.
    std::uintptr_t unwritten_result = 0;
    // The address of the latest atomic if it was an Order::look, otherwise 0.
    std::uintptr_t looked_at = 0;
    // The access that first read beside an array, and that array. What the thread does afterwards
    // may be a consequence of it.
    const void* astray_at = nullptr;
    std::uintptr_t astray_from = 0;
    std::uint32_t fenced_barriers = ~0u;  // the block's, at the latest fence
    bool has_followed = false;            // it has waited for the launch before
    std::unique_ptr<VectorClock> vector;  // what it knows beyond its block's clock
    std::unique_ptr<Looks> looks;
};

}  // namespace cusim::race
