// The logs of a warp's lanes, and how far they have been read. They are replayed when the last lane
// ends, when all lanes have had a time slice, at the block's barriers once they are long, and when
// one is full. What has been replayed is removed. Deferred reads are handed to their consumer
// during the replay, or before it if they cannot wait until then.
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
    // `place`: its number in the pool.
    explicit WarpLog(std::size_t place) : place_(place) {}
    std::size_t place() const { return place_; }
    // Starts the logs of warp `number` of the block.
    void begin(Block& block, std::uint32_t number, std::uint32_t lanes);
    LaneLog& lane_begins(const Thread& thread);
    // Replays as far as all lanes' logs allow: completely once all lanes have ended.
    void replay();
    // Hands over the deferred reads that have not been handed over yet.
    void drain_reads();
    void lane_ends(unsigned lane);
    // A lane stops so that the others can catch up.
    void slice_ends();
    bool all_ended() const { return ended_ == existing_; }
    // Ensures that at least one more record fits.
    void make_room(LaneLog& lane);

  private:
    void drain_in_step(std::uint32_t lanes);

    const std::size_t place_;
    std::array<LaneLog, 32> lanes_;
    std::array<const Thread*, 32> threads_{};
    // For each lane, the number of records whose deferred reads have been handed over.
    std::array<std::size_t, 32> drained_{};
    WarpReplay replay_;
    Block* block_ = nullptr;
    std::uint32_t number_ = 0;
    std::uint32_t existing_ = 0, ended_ = 0;
    int slices_ = 0;  // since the last replay
};

// To be called before a launch's first block begins.
void launch_begins(std::uint32_t threads_per_block);
// Discards the logs of a launch that was stopped, and the control flow seen in the launch.
void launch_ends();
// Returns the logs of a stopped launch to the pool. Returns false if there were none.
bool take_back_logs();

// Begins or ends the thread's log. The log that ends must be the running one.
void log_begins(Thread& thread, Block& block);
void log_ends(Thread& thread, Block& block);
// The running thread stops so that the other lanes of its warp can catch up.
void slice_ends(Thread& thread);
// To be called when all threads of the block have arrived at a barrier.
void replay_at_barrier(Block& block);

// Hand over the deferred reads in the logs of the thread's warp, of the block, or of all blocks.
void drain_reads(const Thread& thread, const Block& block);
void drain_reads(Block& block);
void drain_all_reads();

}  // namespace cusim::trace
