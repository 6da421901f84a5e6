// The work of a launch's busiest warp and busiest multiprocessor: the warp that waits most, and the
// multiprocessor whose blocks do most. A launch takes as long as these do, however many threads it
// starts. Blocks are assigned to multiprocessors in turn, as the hardware does while there is room.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "simulator/count/critical_path.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::count {

// A phase begins with the warp or with a barrier. Loads of one phase may overlap; those of the next
// phase cannot start before it.
struct WarpWork {
    // Bytes that the lanes loaded: of requests of all 32, and of others by lane.
    struct LaneBytes {
        std::uint64_t by_all = 0;
        std::array<std::uint32_t, 32> by_lane{};

        void add(std::uint32_t lanes, unsigned bytes);
        std::uint64_t most() const;
    };

    std::uint64_t waits = 0;   // requests whose result it needs: loads, fetches, atoms
    std::uint64_t cold = 0;    // of these, the ones with a sector new to the launch
    std::uint64_t phases = 0;  // with at least one of these requests
    // Requests that it cannot send before an earlier one has come back: between them it writes,
    // mostly what it has just loaded, and nvcc moves no load ahead of a write.
    std::uint64_t round_trips = 0;
    std::uint64_t barriers = 0;
    std::uint64_t sent = 0;            // requests whose result it does not need: stores, reds
    std::uint64_t sectors = 0;         // of global memory, without atomics
    std::uint64_t atomic_sectors = 0;  // red and atom
    std::uint64_t wavefronts = 0;      // of shared memory
    // Different addresses of each request of constant memory, and those beyond each one's first.
    std::uint64_t constant_addresses = 0, constant_replays = 0;
    std::uint32_t readers = 0, writers = 0;  // lanes that read or wrote global memory
    bool waited = false;                     // in this phase
    bool wrote = false;                      // since it waited in this phase
    // What it had done at its latest barrier, in microseconds; whether one of its threads has
    // looked since for what others hand over.
    double done_before = 0;
    bool looked = false;
    // Of global memory.
    LaneBytes loaded;
    LaneBytes loaded_of_shared;  // the same of shared memory

    void waits_for(std::uint64_t requests, bool touches_new);
    void writes() { wrote = waited; }
    // Since its latest barrier, in microseconds.
    double worked() const;
};

class Busiest {
  public:
    // The work of this warp of a block, to be added to.
    WarpWork& work_of(const trace::Block& block, std::uint32_t warp);
    void warp_comes_to_a_barrier(std::uint32_t block, std::uint32_t warp, WarpWork& work);
    void warp_ends(const trace::Block& block, std::uint32_t warp);
    CriticalPath& path() { return path_; }

    // Adds "busiest_warp_requests" and so on, from which the time model computes.
    void add_to(std::map<std::string, std::uint64_t>& counters);
    void clear();

  private:
    // For a block, its longest chain of waits and all its traffic. For a multiprocessor, the sums
    // over its blocks.
    struct Load {
        std::uint64_t waits = 0, cold = 0, phases = 0, round_trips = 0, barriers = 0, sent = 0;
        std::uint64_t sectors = 0, atomic_sectors = 0, wavefronts = 0, constant_replays = 0;
        double path = 0;  // from barrier to barrier, in microseconds
    };
    struct RunningBlock {
        Load load;
        std::size_t warps_ended = 0;
    };

    void block_ends(std::uint32_t number, const Load& block);

    std::unordered_map<std::uint64_t, WarpWork> warps_;  // of warps that have not ended
    std::unordered_map<std::uint32_t, RunningBlock> blocks_;
    std::vector<Load> multiprocessors_;
    CriticalPath path_;
    WarpWork longest_;  // for each count, the maximum over the warps
    std::uint64_t readers_ = 0, writers_ = 0, most_loaded_ = 0, most_loaded_of_shared_ = 0;
};

}  // namespace cusim::count
