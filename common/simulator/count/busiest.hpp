// The work of the busiest of a launch: of its warps the one that waits most, and of the
// multiprocessors the one whose blocks have most to do. A launch takes as long as they do, however
// many threads it starts. Blocks go to the multiprocessors in turns, as the hardware hands them out
// while there is room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "simulator/trace/thread.hpp"

namespace cusim::count {

// A stretch that begins with a barrier, or with the warp, is a phase: loads of one phase may be
// under way together, those of the next cannot start before.
struct WarpWork {
    std::uint64_t waits = 0;   // requests whose results it waits for: loads, fetches, atoms
    std::uint64_t cold = 0;    // of these, with a sector that the launch had not touched before
    std::uint64_t phases = 0;  // with at least one of them
    std::uint64_t barriers = 0;
    std::uint64_t sent = 0;                  // requests that it does not wait for: stores, reds
    std::uint64_t sectors = 0;               // of global memory, not by atomics
    std::uint64_t atomic_sectors = 0;        // red and atom
    std::uint64_t wavefronts = 0;            // of shared memory
    std::uint32_t readers = 0, writers = 0;  // lanes that read or wrote global memory
    bool waited = false;                     // in this phase

    void waits_for(std::uint64_t requests, bool touches_new);
    void comes_to_a_barrier();
};

class Busiest {
  public:
    // The work of this warp of a block, to add to.
    WarpWork& work_of(const trace::Block& block, std::uint32_t warp);
    void warp_ends(const trace::Block& block, std::uint32_t warp);

    // "busiest_warp_requests", …: what the model of time is built on.
    void add_to(std::map<std::string, std::uint64_t>& counters) const;
    void clear();

  private:
    // Of a block, its longest chain of waits and all its traffic; of a multiprocessor, the sums
    // over its blocks.
    struct Load {
        std::uint64_t waits = 0, cold = 0, phases = 0, barriers = 0, sent = 0;
        std::uint64_t sectors = 0, atomic_sectors = 0, wavefronts = 0;
    };
    struct RunningBlock {
        Load load;
        std::size_t warps_ended = 0;
    };

    void block_ends(std::uint32_t number, const Load& block);

    std::unordered_map<std::uint64_t, WarpWork> warps_;  // that have not ended
    std::unordered_map<std::uint32_t, RunningBlock> blocks_;
    std::vector<Load> multiprocessors_;
    WarpWork longest_;  // of each count the most that one warp has
    std::uint64_t readers_ = 0, writers_ = 0;
};

}  // namespace cusim::count
