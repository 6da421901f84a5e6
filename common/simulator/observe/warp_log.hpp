// The logs of a warp's lanes, and how far they have been replayed. Logs are replayed when the last
// lane ends, when all lanes have had a time slice, at block barriers once they have grown, and when
// a lane's is full; what has been replayed is dropped. Reads that wait in the logs to be checked
// (waiting_reads.hpp) are so in the replay, or before it, where that cannot wait.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simulator/observe/lane_log.hpp"
#include "simulator/observe/warp_replay.hpp"

namespace cusim::observe {

struct Actor;
struct BlockClock;

class WarpLog {
  public:
    // `number`: of the warp in its block.
    void begin(BlockClock& block, std::uint32_t number, std::uint32_t lanes);
    LaneLog& lane_begins(const Actor& actor);
    // Replays what can be replayed: everything, once all lanes have ended.
    void replay();
    // Checks the reads that wait.
    void settle_reads();
    void lane_ends(unsigned lane);
    // A lane stops for others to catch up.
    void slice_ends();
    bool all_ended() const { return ended_ == existing_; }
    // Room for at least one record more.
    void make_room(LaneLog& lane);

  private:
    void settle_in_step(std::uint32_t lanes);

    std::array<LaneLog, 32> lanes_;
    std::array<const Actor*, 32> actors_{};
    // How many of a lane's records hold no read that waits.
    std::array<std::size_t, 32> settled_{};
    WarpReplay replay_;
    BlockClock* block_ = nullptr;
    std::uint32_t number_ = 0;
    std::uint32_t existing_ = 0, ended_ = 0;
    int slices_ = 0;  // since the last replay
};

// Logs outlive their warps, so that the next warp writes where caches are warm.
WarpLog& take_warp_log();
void give_back(WarpLog& log);
// All that are still in use: the launch was stopped. False if there are none.
bool give_back_all();

// Checks the reads that wait in the logs of the block, or of all blocks.
void settle_reads(BlockClock& block);
void settle_all_reads();

}  // namespace cusim::observe
