// The logs of a warp's lanes, and how far they have been read. Logs are replayed when the last lane
// ends, when all lanes have had a time slice, at block barriers once they have grown, and when a
// lane's is full; what has been replayed is dropped. The deferred reads among the records are
// handed to whoever checks them by the replay, or before it, where they cannot wait that long.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/thread.hpp"
#include "simulator/trace/warp_replay.hpp"

namespace cusim::trace {

class WarpLog {
  public:
    // `number`: of the warp in its block.
    void begin(Block& block, std::uint32_t number, std::uint32_t lanes);
    LaneLog& lane_begins(const Thread& thread);
    // Replays what can be replayed: everything, once all lanes have ended.
    void replay();
    // Hands over the deferred reads that are left.
    void drain_reads();
    void lane_ends(unsigned lane);
    // A lane stops for others to catch up.
    void slice_ends();
    bool all_ended() const { return ended_ == existing_; }
    // Room for at least one record more.
    void make_room(LaneLog& lane);

  private:
    void drain_in_step(std::uint32_t lanes);

    std::array<LaneLog, 32> lanes_;
    std::array<const Thread*, 32> threads_{};
    // How many of a lane's records hold no deferred read that is left.
    std::array<std::size_t, 32> drained_{};
    WarpReplay replay_;
    Block* block_ = nullptr;
    std::uint32_t number_ = 0;
    std::uint32_t existing_ = 0, ended_ = 0;
    int slices_ = 0;  // since the last replay
};

// Before a launch's first block begins.
void launch_begins(std::uint32_t threads_per_block);
// Forgets what is left of a launch that was stopped, and what it has shown of its control flow.
void launch_ends();
// A launch that was stopped leaves logs in use: takes them back. False where there are none.
bool take_back_logs();

// The thread's log begins or ends; it is the running one when it ends.
void log_begins(Thread& thread, Block& block);
void log_ends(Thread& thread, Block& block);
// The running thread lets the other lanes of its warp catch up.
void slice_ends(Thread& thread);
// All threads of the block have come to a barrier.
void replay_at_barrier(Block& block);

// Hands over the deferred reads in the logs of the thread's warp, of the block, or of all blocks.
void drain_reads(const Thread& thread, const Block& block);
void drain_reads(Block& block);
void drain_all_reads();

}  // namespace cusim::trace
